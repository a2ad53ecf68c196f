/** The fewest and most characters of a password. */
export const PASSWORD_MIN = 6
export const SHORT_PASSWORD = `La password deve avere almeno ${PASSWORD_MIN} caratteri`
export const PASSWORD_MAX = 128
export const STAFF_PASSWORD_MIN = 12

/** Passwords that are guessed first, in lower case. */
const COMMONEST = `
123456 1234567 12345678 123456789 1234567890 0123456789 012345 01234567 987654321 87654321 654321 123123 123321
121212 112233 11223344 111222 123654 159753 147258 147258369 159357 741852963 789456 789456123 456789 654123
111111 1111111 11111111 000000 00000000 222222 333333 444444 555555 666666 777777 7777777 888888 88888888 999999
101010 102030 131313 232323 696969 252525 123qwe 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx q1w2e3 q1w2e3r4 qwe123
qwerty qwerty1 qwerty12 qwerty123 qwertyuiop qwertz azerty asdasd asdfgh asdfghjkl asd123 zxcvbn zxcvbnm abc123
abcdef abcd1234 a1b2c3 a1b2c3d4 aa123456 a123456 123456a 123abc abcabc password password1 password12 password123
passw0rd p@ssw0rd p@ssword pass123 pass1234 passpass secret welcome welcome1 letmein monkey dragon master shadow
sunshine princess football baseball superman batman iloveyou trustno1 hello123 freedom whatever starwars pokemon
michael jordan23 charlie ashley bailey killer hunter hunter2 summer winter spring flower cookie google samsung
computer internet admin1 admin123 admin1234 administrator amministratore root123 test123 test1234 testtest
default guest123 changeme access login123 user123 utente utente1 utente123 passwords password! parola parola1
parolachiave parolasegreta segreto segreto1 segreta chiave accesso accesso1 benvenuto benvenuto1 benvenuta
ciaociao ciao123 ciao1234 ciaomamma ciaobella amoremio amore1 amore123 amoremio1 tiamo1 tiamo123 tiamotanto
tesoro tesoro1 stella stella1 stellina gioia1 angelo angela angelo1 cucciola cucciolo principessa farfalla
bellissima bellissimo fiorellino topolino paperino pippo1 pippo123 pippopippo pluto123 paperone minnie
juventus juventus1 forzajuve juve1897 milan1899 forzamilan acmilan inter1908 forzainter internazionale napoli
napoli1 forzanapoli forzaroma asroma asroma1927 roma1927 roma123 lazio1900 sslazio fiorentina sampdoria
italia italia1 italia123 italia90 italia06 italiano milano milano1 venezia firenze torino bologna palermo
ferrari ferrari1 valentino46 vale46 vespa125 ducati lamborghini spaghetti pizza123 cioccolato nutella
francesco francesca alessandro alessandra alessia alessio andrea andrea1 antonio antonella giuseppe giovanni
giovanna giulia giulia1 giorgia martina matteo matteo1 lorenzo leonardo federica federico roberta roberto
simone stefano stefania valentina vincenzo gabriele chiara daniela daniele davide elisabetta emanuele ilaria
`
const TOO_COMMON = 'Questa password è tra le prime che si provano a indovinare.'

/**
 * Returns Italian sentences that tell why a password is too weak; [] for a good one. Staff need more characters than a
 * member, which is the default `role`.
 */
export function passwordWeaknesses(
  password: string,
  person: { email: string; firstName: string; lastName: string; role?: string },
): string[] {
  const plain = password.trim().toLowerCase()
  const lettersAndDigits = plain.replace(/[^\p{L}\p{N}]/gu, '')
  const isPersonal = [
    person.firstName,
    person.lastName,
    `${person.firstName}${person.lastName}`,
    person.email.split('@')[0] ?? '',
  ]
    .map((word) => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''))
    // A name of one to three letters occurs in too many passwords: it counts only if it is the whole password.
    .some(
      (word) => word && (lettersAndDigits === word || (word.length >= 4 && lettersAndDigits.includes(word))),
    )

  const minLength = (person.role ?? 'member') === 'member' ? PASSWORD_MIN : STAFF_PASSWORD_MIN
  const shortSentence =
    minLength === PASSWORD_MIN
      ? SHORT_PASSWORD
      : `La password di chi lavora nel pannello deve avere almeno ${STAFF_PASSWORD_MIN} caratteri.`
  return [
    password.length < minLength && shortSentence,
    password.length > PASSWORD_MAX && `La password può avere al massimo ${PASSWORD_MAX} caratteri.`,
    (COMMONEST.split(/\s+/).includes(plain) || /^(.)\1*$/u.test(plain)) && TOO_COMMON,
    isPersonal && 'Questa password contiene il tuo nome o il tuo indirizzo email.',
  ].filter((reason) => reason !== false)
}
