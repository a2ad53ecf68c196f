/** Draws one paper of each kind into docs/papers, for programs that check PDFs: `npm run papers`. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { drawCertificate } from '../app/papers/certificate.server'
import { drawBlankRegister, drawSignInSheet } from '../app/papers/lesson-sheets.server'
import { drawClosedRegister } from '../app/papers/register.server'
import { CERTIFICATE, CLOSED_REGISTER, SIGN_IN } from '../tests/paper-facts'

const { lesson, ...signIn } = SIGN_IN
const blank = {
  ...signIn,
  edition: CLOSED_REGISTER.edition,
  plannedHours: 16,
  lessons: lesson ? [lesson] : [],
}
const papers = {
  attestato: await drawCertificate(CERTIFICATE),
  'foglio-firme': await drawSignInSheet(SIGN_IN),
  'registro-in-bianco': await drawBlankRegister(blank),
  registro: await drawClosedRegister(CLOSED_REGISTER),
}
mkdirSync('docs/papers', { recursive: true })
for (const [name, bytes] of Object.entries(papers)) writeFileSync(`docs/papers/${name}.pdf`, bytes)
