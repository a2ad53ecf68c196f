import { Link } from 'react-router'
import { company } from '../content/company'
import { home } from '../content/home'
import { Icon } from '../ui/icon'
import { PageHead } from '../ui/page-head'
import './benefits.css'

export const handle = { plain: true }

export default function About() {
  return (
    <>
      <PageHead
        title="Chi siamo"
        description={`${company.name}: ${company.tagline}, in collaborazione con ${company.partner}.`}
        keywords={['chi siamo', company.name, 'formazione', 'Piceno']}
        path="/chi-siamo"
      />
      <div className="page">
        <div className="page-head">
          <h1>Chi siamo</h1>
        </div>
      </div>
      <section className="section page split section-first" aria-labelledby="insieme">
        <div className="split-text">
          <h2 id="insieme">{home.partnership.title}</h2>
          <p>
            Dal <span className="num">{company.founded}</span> formiamo professionisti e imprese del
            territorio, ad Ascoli Piceno, a Fermo e online. {home.partnership.text}
          </p>
          <Link className="link" to="/corsi">
            Tutti i corsi <Icon name="right" />
          </Link>
        </div>
        <ul className="benefits">
          {home.benefits.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
