/** '13 di 14 segnati' */
export function MarkedPeople({ marked, people }: { marked: number; people: number }) {
  return (
    <p className="register-count num">
      <b>
        {marked} di {people}
      </b>{' '}
      segnati
    </p>
  )
}
