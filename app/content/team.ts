import { href } from 'react-router'

type Person = { name: string; role: string }

/** The place of a person on 'Chi siamo'; null for others. */
export function teamPage(name: string): string | null {
  const place = team.people.findIndex((person) => person.name === name)
  return place < 0 ? null : `${href('/chi-siamo')}#persona-${place + 1}`
}

/** `invented`: the page says so, and a public site does not start. */
export const team: { invented: boolean; people: Person[] } = {
  invented: true,
  people: [
    { name: 'Elena Marcozzi', role: 'Direzione' },
    { name: 'Paolo Vitangeli', role: 'Responsabile scientifico' },
    { name: 'Chiara Balestra', role: 'Coordinamento didattico' },
    { name: 'Matteo Cesaroni', role: 'Formazione online ed e-learning' },
    { name: 'Federica Tassotti', role: 'Certificazioni e qualità' },
    { name: 'Luca Morganti', role: 'Rapporti con le imprese' },
    { name: 'Sara Petrelli', role: 'Segreteria di Ascoli Piceno' },
    { name: 'Giorgio Annibali', role: 'Segreteria di Fermo' },
  ],
}
