/** The money that came and went, as people and the office have moved it, by person: a move takes it along. */
type Entry = { person: string; cents: number; decision: string; line?: string }

export class Ledger {
  #entries: Entry[] = []

  /** `line`: the key of the line of a statement that it came from. */
  add(entries: readonly Entry[]) {
    this.#entries.push(...entries)
  }

  takeBack(decision: string) {
    this.#entries = this.#entries.filter((entry) => entry.decision !== decision)
  }

  hasLine(line: string): boolean {
    return this.#entries.some((entry) => entry.line === line)
  }

  /** What each person has paid, in cents. */
  sums(): Map<string, number> {
    const sums = new Map<string, number>()
    for (const { person, cents } of this.#entries) sums.set(person, (sums.get(person) ?? 0) + cents)
    return sums
  }
}
