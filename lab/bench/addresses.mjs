// Every list, search, suggestion and chart of the site, for `bench:growth`. `last(size, path, name)`: the address of
// the last page of a pager; `at(size, share)`: the row at this share of all.

const SIZES = { small: { courses: 100, people: 1_000, entries: 1_000 } }
SIZES.large = { courses: 10_000, people: 100_000, entries: 1_000_000 }
export const sizeOf = (size) => SIZES[size]

const uuid = (number) => `00000000-0000-4000-8000-${String(Math.round(number)).padStart(12, '0')}`
/** A crowded course of `lab/bench/fill.ts` and a typical one. */
export const CROWD = uuid(5)
const USUAL = uuid(77)

const yearsAgo = (years) => new Date(Date.now() - years * 365 * 86_400_000).toISOString().slice(0, 10)

/** By audience. Some addresses depend on the size. */
export const ADDRESSES = {
  everybody: [
    ['home', '/'],
    ['contacts', '/contatti'],
    ['catalogue, first page', '/corsi'],
    ['catalogue, last page', (site) => site.last('/corsi', 'page')],
    ['courses to come, last page', (site) => site.last('/corsi', 'arrivo')],
    ['search: a word with its accent', '/corsi?q=contabilit%C3%A0'],
    ['search: without it', '/corsi?q=contabilita'],
    ['search: another ending', '/corsi?q=vendita'],
    ['search: a typo', '/corsi?q=leadersip'],
    ['search: part of a word', '/corsi?q=cantier'],
    ['search: two words', '/corsi?q=marketing+imprese'],
    ['search: in every course', '/corsi?q=corso'],
    ['search: its last page', (site) => site.last('/corsi?q=corso', 'page')],
    ['search: nothing', '/corsi?q=astronautica'],
    ['search: a place and a month', '/corsi?q=fermo+marzo'],
    ['search: transposed letters', '/corsi?q=markeitng'],
    ['filter: place', '/corsi?luogo=Fermo'],
    ['filter: place, last page', (site) => site.last('/corsi?luogo=Fermo', 'page')],
    [
      'filter: all of them',
      '/corsi?tema=leadership&luogo=Fermo&formato=in-aula&prezzo=1000&posti=liberi&ordine=prezzo',
    ],
    ['filter: by title', '/corsi?ordine=titolo'],
    ['filter: nothing', '/corsi?tema=leadership&luogo=Roma&prezzo=250'],
    ['search and filter', '/corsi?q=marketing&luogo=Ascoli+Piceno'],
    ['compare', '/confronta?corsi=grande-77,grande-5,grande-31'],
    ['course', '/corsi/grande-77'],
    ['course of a crowd', '/corsi/grande-5'],
    ['calendar of a course', '/corsi/grande-77/calendario.ics'],
    ['calendar of a person', `/calendario/${'b'.repeat(32)}.ics`],
  ],
  'a member': [
    ['dashboard, 60 courses', '/dashboard'],
    ['delete account', '/dashboard/elimina'],
  ],
  'the office': [
    ['overview', '/admin'],
    ['desk, last page', (site) => site.last('/admin', 'pagina')],
    ...['titolo', '-titolo', 'prezzo', '-prezzo', 'inizio', '-inizio', 'stato', '-stato'].flatMap((order) => [
      [`desk by ${order}`, `/admin?ordine=${order}`],
      [`desk by ${order}, last page`, (site) => site.last(`/admin?ordine=${order}`, 'pagina')],
    ]),
    ...['pubblicati', 'in-arrivo', 'bozze', 'conclusi', 'senza-date', 'in-partenza', 'pieni'].map(
      (filter) => [`desk: ${filter}`, `/admin?stato=${filter}`],
    ),
    ['desk: one word', '/admin?q=leadership'],
    ['desk: two words', '/admin?q=marketing+imprese&ordine=titolo'],
    ['late requests', '/admin?richieste=in-ritardo'],
    ['edit a course', `/admin/courses/${USUAL}`],
    ['next edition of a course', `/admin/courses/new?da=${USUAL}&prima=2030-01-07`],
    ['editions of a course', `/admin/courses/${USUAL}/edizione`],
    ['editions: courses to join', `/admin/courses/${USUAL}/edizione?cerca=leadership`],
    ['roster', `/admin/courses/${USUAL}/iscritti`],
    ['roster of a crowd', `/admin/courses/${CROWD}/iscritti`],
    ['roster of a crowd, last page', (site) => site.last(`/admin/courses/${CROWD}/iscritti`, 'foglio')],
    ['enrol: courses offered', '/admin/iscrivi'],
    ['enrol: courses suggested', '/admin/iscrivi/suggerimenti?corsi=market'],
    ['enrol: a letter', '/admin/iscrivi/suggerimenti?corsi=a'],
    ['people suggested', '/admin/people/suggerimenti?q=rossi'],
    ['people suggested, e-mail', '/admin/people/suggerimenti?q=persona99'],
    ['documents', '/admin/documents'],
    ['documents of a course', `/admin/documents?corso=${USUAL}`],
    ['documents: search', '/admin/documents?q=leadership'],
    ['inbox', '/admin/contacts'],
    ['inbox, handled', '/admin/contacts?stato=gestite'],
    ['inbox, deep', ({ people }) => `/admin/contacts?stato=tutte&dopo=${uuid(people / 6)}`],
    ['inbox: common word', '/admin/contacts?stato=tutte&q=rossi'],
    ['inbox: one person', '/admin/contacts?stato=tutte&q=scrive77%40'],
    ['log', '/admin/audit'],
    ['log, middle', ({ entries }) => `/admin/audit?prima=${entries / 2}`],
    ['log, end', '/admin/audit?prima=100'],
    ['log: deletions', '/admin/audit?azione=delete'],
    ['log: an entity', '/admin/audit?entita=course_documents'],
    [
      'log: entity and action, middle',
      ({ entries }) => `/admin/audit?entita=profiles&azione=update&prima=${entries / 2}`,
    ],
    [
      'log: a person, middle',
      ({ entries }) => `/admin/audit?utente=segreteria%40example.org&prima=${entries / 2}`,
    ],
    ['log: somebody who did little', '/admin/audit?utente=large-11'],
    ['log: about a person', '/admin/audit?persona=large-11'],
    ['log: old days', () => `/admin/audit?dal=${yearsAgo(6)}&al=${yearsAgo(5)}`],
    [
      'log: an entity, about a person, old days',
      () => `/admin/audit?entita=profiles&persona=large-11&dal=${yearsAgo(6)}&al=${yearsAgo(1)}`,
    ],
    ['log: the site itself', '/admin/audit?utente=sistema'],
    ['log: nobody', '/admin/audit?utente=chi%40example.org'],
    ['log: an entry', '/admin/audit/77'],
    ['people', '/admin/people'],
    ['people, deep', ({ people }) => `/admin/people?dopo=large-${people / 2}`],
    ['people, back from the end', '/admin/people?prima=large-55'],
    ['people: administrators', '/admin/people?ruolo=admin'],
    ['people: common name', '/admin/people?q=rossi'],
    ['people: two words', '/admin/people?q=luca+bianchi'],
    ['people: one', '/admin/people?q=persona77%40'],
    ['a person’s enrolments', '/admin/people?q=persona78%40&apri=iscrizioni&persona=large-78'],
    ['letters', '/admin/mail'],
    ['letters, deep', ({ entries }) => `/admin/mail?prima=${entries / 40}`],
  ],
}
