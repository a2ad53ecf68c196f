import { countInWords } from '../italian/numbers'
import { capitalize } from '../italian/words'
import { siteSettings } from '../site/settings'
import { fillYears } from './fill-years'

/** The texts of 'Chi siamo' on a day. `today`: YYYY-MM-DD. */
export function aboutTexts(today: string) {
  const { company, texts, team, offices } = siteSettings()
  const { lead, story, values } = texts.about
  const peopleInWords = team.length > 0 && countInWords(team.length, 'una persona', 'persone')
  const officesInWords = countInWords(offices.length, 'una sede', 'sedi')
  return {
    meta: {
      title: 'Chi siamo',
      description: `La storia, i valori e le persone di ${company.name}, che dal ${company.founded} forma professionisti e imprese in collaborazione con ${company.partner}.`,
      keywords: ['chi siamo', company.name, 'formazione professionale', 'Piceno', 'università'],
    },
    lead: fillYears(lead, today),
    story: {
      title: 'La nostra storia',
      paragraphs: story.map((paragraph) => fillYears(paragraph, today)),
    },
    values: {
      title: 'Quattro cose a cui teniamo',
      items: values,
    },
    partnership: {
      title: 'Insieme all’università',
      lead: texts.home.partnership,
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
      title: peopleInWords ? 'Le persone' : 'La segreteria',
      text: `${capitalize([peopleInWords, officesInWords].filter(Boolean).join(', '))}, un solo numero di telefono: quando chiami, risponde chi conosce il corso di cui parli.`,
      examplesNote: 'Persone di esempio: i nomi sono inventati.',
    },
    closing: { title: 'Vieni a conoscerci', toContacts: 'Contattaci', toCourses: 'Scopri i corsi' },
  }
}
