import type { TeamMember } from './settings.rules'

const people = [
  { name: 'Elena Marcozzi', role: 'Direzione' },
  { name: 'Paolo Vitangeli', role: 'Responsabile scientifico' },
  { name: 'Chiara Balestra', role: 'Coordinamento didattico' },
  { name: 'Matteo Cesaroni', role: 'Formazione online ed e-learning' },
  { name: 'Federica Tassotti', role: 'Certificazioni e qualità' },
  { name: 'Luca Morganti', role: 'Rapporti con le imprese' },
  { name: 'Sara Petrelli', role: 'Segreteria di Ascoli Piceno' },
  { name: 'Giorgio Annibali', role: 'Segreteria di Fermo' },
]

/** The team of a new site: invented people. */
export const FIRST_TEAM: TeamMember[] = people.map((person, place) => ({
  ...person,
  id: `esempio-${place + 1}`,
  about: '',
}))
