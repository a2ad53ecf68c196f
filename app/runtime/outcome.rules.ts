/**
 * Why something was not done. `refusal`: a code, explained by the rules of its noun; `Facts`: what the sentence needs.
 */
export type Refused<Refusal extends string, Facts extends object = object> = {
  ok: false
  refusal: Refusal
} & Facts

/** The result of a rule or a command: done, with the facts `Done` for the caller, or refused. */
export type Outcome<Refusal extends string, Done extends object = object, Facts extends object = object> =
  | ({ ok: true } & Done)
  | Refused<Refusal, Facts>

/** The outcome of what was done or is allowed. */
export const OK = { ok: true } as const

export function refuse<const Refusal extends string>(refusal: Refusal): Refused<Refusal>
export function refuse<const Refusal extends string, Facts extends object>(
  refusal: Refusal,
  facts: Facts,
): Refused<Refusal, Facts>
export function refuse(refusal: string, facts: object = {}) {
  return { ok: false, refusal, ...facts }
}
