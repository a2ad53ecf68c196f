import { drawCertificate, drawCertificatePreview } from '../app/papers/certificate.server'
import { drawBlankRegister, drawSignInSheet } from '../app/papers/lesson-sheets.server'
import { drawProgramme } from '../app/papers/programme.server'
import { drawReceipt } from '../app/papers/receipt.server'
import { drawClosedRegister } from '../app/papers/register.server'
import { drawTranscript } from '../app/papers/transcript.server'
import { CERTIFICATE, CLOSED_REGISTER, PROGRAMME, RECEIPT, SIGN_IN, TRANSCRIPT } from './paper-facts'

const { lesson, ...signIn } = SIGN_IN
const blank = {
  ...signIn,
  edition: CLOSED_REGISTER.edition,
  plannedHours: 16,
  lessons: lesson ? [lesson] : [],
}

/** Draws one paper of each kind, by the name of its file in docs/papers. */
export const EACH_PAPER: Record<string, () => Promise<Buffer>> = {
  'attestato.pdf': () => drawCertificate(CERTIFICATE),
  'attestato-prova.pdf': () => drawCertificatePreview([CERTIFICATE]),
  'foglio-firme.pdf': () => drawSignInSheet(SIGN_IN),
  'programma.pdf': () => drawProgramme(PROGRAMME),
  'ricevuta.pdf': () => drawReceipt(RECEIPT),
  'registro-in-bianco.pdf': () => drawBlankRegister(blank),
  'registro.pdf': () => drawClosedRegister(CLOSED_REGISTER),
  'riepilogo.pdf': () => drawTranscript(TRANSCRIPT),
}
