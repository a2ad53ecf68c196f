import { companyWords, fillIn } from '../site/placeholders'
import { siteSettings } from '../site/settings'

/** The texts of 'Chi siamo'. `today`: YYYY-MM-DD. */
export function about(today: string) {
  const { company, texts } = siteSettings()
  const { lead, story, values } = texts.about
  const words = companyWords(today)
  return {
    meta: {
      title: 'Chi siamo',
      description: `La storia, i valori e le persone di ${company.name}, che dal ${company.founded} forma professionisti e imprese in collaborazione con ${company.partner}.`,
      keywords: ['chi siamo', company.name, 'formazione professionale', 'Piceno', 'università'],
    },
    lead: fillIn(lead, words),
    story: {
      title: 'La nostra storia',
      paragraphs: story.map((paragraph) => fillIn(paragraph, words)),
    },
    values: {
      title: 'Quattro cose a cui teniamo',
      items: values.map(({ title, text }) => ({ title, text: fillIn(text, words) })),
    },
    partnership: {
      title: 'Insieme all’università',
      lead: fillIn(texts.home.partnership, words),
      items: [
        {
          title: 'Il programma',
          text: 'Obiettivi, contenuti e durata di ogni corso si decidono insieme, prima di pubblicarlo.',
        },
        {
          title: 'La certificazione',
          text: 'Nei corsi che la prevedono è nominale, rilasciata dall’ateneo e riconosciuta a livello nazionale. L’elenco preciso è nella pagina di ogni corso.',
        },
      ],
    },
    team: {
      title: 'Le persone',
      text: 'Otto persone, due sedi, un solo numero di telefono: quando chiami, risponde chi conosce il corso di cui parli.',
      invented: 'Persone di esempio: i nomi sono inventati.',
    },
    closing: { title: 'Vieni a conoscerci', toContacts: 'Contattaci', toCourses: 'Scopri i corsi' },
  }
}
