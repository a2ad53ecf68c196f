/** Domains of mail providers. Of several with one name the first is suggested for the bare name: 'hotmail'. */
const PROVIDERS = [
  'gmail.com',
  'libero.it',
  'hotmail.it',
  'hotmail.com',
  'outlook.it',
  'outlook.com',
  'yahoo.it',
  'yahoo.com',
  'virgilio.it',
  'tiscali.it',
  'alice.it',
  'icloud.com',
  'live.it',
  'live.com',
  'inwind.it',
  'fastwebnet.it',
  'tim.it',
  'tin.it',
]

/** Mistyped endings and what they stand for: 'con' is 'com'. */
const ENDINGS: Record<string, string> = {
  ...Object.fromEntries('con cmo ocm vom xom cim cpm comm coom ccom'.split(' ').map((slip) => [slip, 'com'])),
  ...Object.fromEntries('ti itt iit ut ot uit'.split(' ').map((slip) => [slip, 'it'])),
}

/** The least length of a provider that is compared letter by letter: a shorter one resembles too many domains. */
const COMPARED_LENGTH_MIN = 8

/** 'gmail.com' → 'gmail' */
const nameOf = (domain: string) => domain.split('.')[0] ?? ''

/**
 * Suggests what a mistyped e-mail address may mean: 'ada@gmial.com' → 'ada@gmail.com'. Undefined when nothing looks
 * mistyped. Only a guess: no form refuses the typed address.
 */
export function suggestedEmail(email: string): string | undefined {
  const [, localPart, typedDomain] = /^(\S+)@([a-z\d.-]{1,60})$/.exec(email.trim().toLowerCase()) ?? []
  const domain = typedDomain && suggestedDomain(typedDomain)
  return domain && `${localPart}@${domain}`
}

function suggestedDomain(typed: string): string | undefined {
  if (PROVIDERS.includes(typed)) return undefined
  const [, name = typed, ending = ''] = /^(.+)\.([a-z]+)$/.exec(typed) ?? []
  const withKnownEnding = ENDINGS[ending] ? `${name}.${ENDINGS[ending]}` : typed
  if (PROVIDERS.includes(withKnownEnding)) return withKnownEnding
  const providersOfName = PROVIDERS.filter((domain) => nameOf(domain) === name)
  if (providersOfName[0] && (providersOfName.length === 1 || !ending)) return providersOfName[0]
  const similarProvider = PROVIDERS.find(
    (domain) => domain.length >= COMPARED_LENGTH_MIN && isOneSlipAway(withKnownEnding, domain),
  )
  return similarProvider ?? (withKnownEnding === typed ? undefined : withKnownEnding)
}

/** Whether the texts differ by one letter that is added, missing or wrong, or by two neighbours that are swapped. */
function isOneSlipAway(typed: string, meant: string): boolean {
  let sharedLength = 0
  while (sharedLength < typed.length && typed[sharedLength] === meant[sharedLength]) sharedLength += 1
  const [typedEnd, meantEnd] = [typed.slice(sharedLength), meant.slice(sharedLength)]
  const isSwapped =
    typedEnd[0] === meantEnd[1] && typedEnd[1] === meantEnd[0] && typedEnd.slice(2) === meantEnd.slice(2)
  return (
    isSwapped ||
    typedEnd.slice(1) === meantEnd ||
    typedEnd === meantEnd.slice(1) ||
    (typedEnd.length > 0 && typedEnd.slice(1) === meantEnd.slice(1))
  )
}
