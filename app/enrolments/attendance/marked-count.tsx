/** How many people of a register are marked, '13 di 14 segnati'. */
export function MarkedCount({ markedCount, peopleCount }: { markedCount: number; peopleCount: number }) {
  return (
    <p className="register-count num">
      <b>
        {markedCount} di {peopleCount}
      </b>{' '}
      segnati
    </p>
  )
}
