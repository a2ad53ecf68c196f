import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  brochureFileName,
  explainDocumentRefusal,
  FILE_KINDS,
  type FileRefusal,
  fileKindOf,
  fileTypeLabel,
  mayReadDocument,
  storedPath,
  tidyFileName,
  toastOfRefusal,
  VISIBILITIES,
  visibilityFrom,
} from './rules'

const stranger = { staff: false, seated: false }
const seated = { staff: false, seated: true }
const staff = { staff: true, seated: false }

test('a stranger reads what is public, of courses that are not deleted', () => {
  const readable = (hidden: boolean) =>
    VISIBILITIES.filter((visibility) => mayReadDocument({ visibility, hidden }, stranger))
  expect(readable(false)).toEqual(['pubblico'])
  expect(readable(true)).toEqual([])
})

test('a participant reads all but office documents, even of an hidden course', () => {
  for (const hidden of [false, true])
    expect(VISIBILITIES.filter((visibility) => mayReadDocument({ visibility, hidden }, seated))).toEqual([
      'pubblico',
      'iscritti',
    ])
})

test('the office reads everything', () => {
  for (const hidden of [false, true])
    for (const visibility of VISIBILITIES) expect(mayReadDocument({ visibility, hidden }, staff)).toBe(true)
})

test('an unknown visibility is refused', () => {
  expect(VISIBILITIES.map(visibilityFrom)).toEqual([...VISIBILITIES])
  for (const text of ['', 'tutti', 'PUBBLICO', '__proto__']) expect(visibilityFrom(text)).toBe('ufficio')
})

const PDF = { extensions: ['pdf'] } as const

test.each([
  ['Programma del corso.pdf', 'Programma del corso.pdf'],
  ['PROGRAMMA.PDF', 'PROGRAMMA.pdf'],
  ['C:\\Documenti\\Anna\\piano.pdf', 'piano.pdf'],
  ['../../etc/passwd', 'passwd.pdf'],
  ['fatture\u202efdp.exe', 'fatturefdp.exe.pdf'],
  ['a\0b\nc.pdf', 'a b c.pdf'],
  ['  .nascosto.pdf', 'nascosto.pdf'],
  ['perche\u0301 no?.pdf', 'perché no-.pdf'],
  ['"<b>"|*.pdf', '--b----.pdf'],
  ['', 'documento.pdf'],
  ['.pdf', 'documento.pdf'],
  ['...', 'documento.pdf'],
  ['/', 'documento.pdf'],
  ['😀 corso.pdf', '😀 corso.pdf'],
])('the file name %j becomes %j', (sent, stored) => {
  expect(tidyFileName(sent, PDF)).toBe(stored)
})

test('any name becomes one that can be kept and handed out', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 150 }),
      fc.constantFrom(...FILE_KINDS),
      (sent, kind) => {
        const name = tidyFileName(sent, kind)
        expect(name).toMatch(/^[^\p{Cc}\p{Cf}\p{Cs}/\\<>:"|?*]+$/u)
        expect(name).toMatch(new RegExp(`[^\\s.]\\.(${kind.extensions.join('|')})$`, 'u'))
        expect(name).not.toMatch(/^[\s.]/)
        expect([...name].length).toBeLessThanOrEqual(105)
        expect(tidyFileName(name, kind)).toBe(name)
      },
    ),
  )
})

test('a file is of the kind that its name and its content agree on', () => {
  expect(fileKindOf('a.pdf', 'pdf')).toMatchObject({ type: 'application/pdf' })
  for (const name of ['a.JPEG', 'a.JPG', 'a.jfif', 'a.jpe'])
    expect(fileKindOf(name, 'jpg')).toMatchObject({ type: 'image/jpeg' })
  expect(fileKindOf('a.csv', 'txt')).toMatchObject({ type: 'text/csv' })
  expect(fileKindOf('senza estensione', 'docx')).toMatchObject({ label: 'Word' })
  for (const content of ['html', 'exe', 'zip', null]) expect(fileKindOf('a.pdf', content)).toBe('disguised')
  for (const name of ['a.exe', 'a.js', 'a.mp4', 'a.pdf.exe'])
    expect(fileKindOf(name, 'pdf')).toBe('unsupported')
  expect(fileKindOf('nome', 'exe')).toBe('unsupported')
})

test('text is text, whatever it tells of', () => {
  for (const content of ['txt', 'html', 'sh']) {
    expect(fileKindOf('appunti.txt', content)).toMatchObject({ type: 'text/plain' })
    expect(fileKindOf('modello.csv', content)).toMatchObject({ type: 'text/csv' })
    expect(fileKindOf('a.docx', content)).toBe('disguised')
  }
  expect(fileKindOf('appunti.txt', null)).toBe('disguised')
})

test.each([
  ['Verbale 12.05.2026', 'Verbale 12.05.2026.pdf'],
  ['Verbale n. 3', 'Verbale n. 3.pdf'],
  ['Relazione del Dott.Rossi', 'Relazione del Dott.Rossi.pdf'],
  ['Programma v.2', 'Programma v.2.pdf'],
  ['Piano.finale', 'Piano.finale.pdf'],
])('%j is a name without an extension', (sent, stored) => {
  expect(fileKindOf(sent, 'pdf')).toMatchObject({ content: 'pdf' })
  expect(tidyFileName(sent, PDF)).toBe(stored)
})

test.each([
  ['contratto.pdf.p7m', null, /^È un file firmato: .* carica il PDF che contiene/],
  ['firma.pdf.p7s', 'p7m', /^È soltanto una firma.*carica il PDF che è stato firmato/],
  ['contratto.pdf', 'p7m', /^È un file firmato/],
  ['foto.HEIC', 'heic', /Salva l’immagine come JPG/],
  ['foto.jpg', 'heic', /Salva l’immagine come JPG/],
  ['foto.png', 'webp', /Salva l’immagine come JPG/],
  ['foto', 'webp', /Salva l’immagine come JPG/],
  ['a.gif', 'gif', /Salva l’immagine come JPG/],
  ['documento.doc', 'doc', /Salva il file come PDF, \.docx/],
  ['documento.docx', 'doc', /Salva il file come PDF, \.docx/],
  ['lettera.rtf', 'txt', /Salva il file come PDF, \.docx/],
  ['foglio.xls', 'xls', /Salva il file come PDF, \.docx/],
  ['foglio.xls', 'html', /Salva il file come PDF, \.docx/],
  ['lezione.ppt', 'ppt', /Salva il file come PDF, \.docx/],
  ['a.docm', 'docm', /Salvalo senza macro/],
  ['a.docx', 'docm', /Salvalo senza macro/],
  ['a.docx', 'locked', /protetto da password/],
  ['materiali.zip', 'zip', /carica i file che contiene/],
  ['messaggio.eml', 'txt', /Salva come PDF/],
] as const)('%s, that is %s, gets a way out', (name, content, sentence) => {
  const refusal = fileKindOf(name, content)
  expect(typeof refusal).toBe('string')
  expect(explainDocumentRefusal({ refusal: refusal as FileRefusal })).toMatch(sentence)
})

test('a type reads as its kind, an unknown one as it is', () => {
  expect(fileTypeLabel('application/pdf')).toBe('PDF')
  expect(fileTypeLabel('application/x-qualcosa')).toBe('application/x-qualcosa')
})

test('a file lies under its course and a random name, a brochure is saved under a readable one', () => {
  expect(storedPath('corso', 'caso', 'pdf')).toBe('corso/caso.pdf')
  expect(brochureFileName('Perché no?')).toBe('perche-no.pdf')
})

test('toasts of an upload speak as specified', () => {
  expect(toastOfRefusal('no-file')).toEqual({
    title: 'Nessun file selezionato',
    description: 'Seleziona un file PDF da caricare',
  })
  expect(toastOfRefusal('not-pdf')).toEqual({
    title: 'Formato non supportato',
    description: 'Puoi caricare solo file PDF',
  })
  expect(toastOfRefusal('upload-failed')).toEqual({
    title: 'Errore durante il caricamento',
    description: 'Upload fallito',
  })
  expect(toastOfRefusal('path-failed').description).toBe('Impossibile aggiornare il percorso del file')
})
