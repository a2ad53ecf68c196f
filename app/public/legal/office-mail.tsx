import { company } from '../../content/company'

export const mail = <a href={`mailto:${company.email}`}>{company.email}</a>
