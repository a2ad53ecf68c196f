import { describe, expect, test } from 'vitest'
import type { RegisterLesson } from '../rules'
import { readDuration, readMoment } from './moments.rules'
import { decodeReport, readReport, startOfDay, timeOf } from './reader.rules'

const LESSON: RegisterLesson = {
  startDate: '2026-11-21',
  endDate: '2026-11-21',
  startTime: '09:00:00',
  endTime: '13:00:00',
  hours: 4,
  closedAt: null,
}
const MIDNIGHT = startOfDay('2026-11-21')

/** 'Ada Rossi <ada@example.it> 8:58-13:02' and minutes, of each row. */
function read(text: string, lesson = LESSON, zone: Parameters<typeof readReport>[2] = null) {
  const { report, problems } = readReport(text, lesson, zone)
  if (problems) return problems
  return report.rows.map(({ name, email, span, minutes }) =>
    [
      name,
      email && `<${email}>`,
      span && `${timeOf(span.from - MIDNIGHT)}-${timeOf(span.to - MIDNIGHT)}`,
      minutes !== null && `${minutes} min`,
    ]
      .filter(Boolean)
      .join(' '),
  )
}
const howRead = (text: string, zone: Parameters<typeof readReport>[2] = null) =>
  readReport(text, LESSON, zone).report

const ZOOM_EN = `Topic,ID,Host name,Duration (minutes),Start time,End time,Participants
"Controllo di gestione, lezione 2",812 3456 7890,Luca Morganti,251,"11/21/2026 08:52:04 AM","11/21/2026 01:03:11 PM",3

Name (original name),Email,Join time,Leave time,Duration (minutes),Guest,In waiting room
Ada Rossi (Guest),ada@example.it,11/21/2026 08:57:00 AM,11/21/2026 08:58:30 AM,2,Yes,Yes
Ada Rossi (Guest),ada@example.it,11/21/2026 08:58:31 AM,11/21/2026 10:30:10 AM,92,Yes,No
Ada Rossi (Guest),ada@example.it,11/21/2026 10:41:00 AM,11/21/2026 01:02:05 PM,142,Yes,No
"Bianchi, Marco",,11/21/2026 09:20:00 AM,11/21/2026 12:00:00 PM,160,Yes,No
`
const ZOOM_IT = `Argomento;ID riunione;Nome organizzatore;Durata (minuti);Ora di inizio;Ora di fine;Partecipanti
Controllo di gestione;812 3456 7890;Luca Morganti;251;21/11/2026 08:52:04;21/11/2026 13:03:11;3

Nome (nome originale);Indirizzo e-mail;Ora di ingresso;Ora di uscita;Durata (minuti);Ospite;In sala d'attesa
Ada Rossi;ada@example.it;21/11/2026 08:58:31;21/11/2026 13:02:05;244;Sì;No
Niccolò Àbaco;;21/11/2026 09:20:00;21/11/2026 12:00:00;160;Sì;No
`
const TEAMS_EN = `1. Summary
Meeting title\tControllo di gestione
Attended participants\t2
Start time\t11/21/26, 8:51:10 AM
End time\t11/21/26, 1:04:02 PM
Meeting duration\t4h 12m 52s
Average attendance time\t3h 40m 1s

2. Participants
Name\tFirst Join\tLast Leave\tIn-Meeting Duration\tEmail\tParticipant ID (UPN)\tRole
Ada Rossi\t11/21/26, 8:58:31 AM\t11/21/26, 1:02:05 PM\t3h 53m 34s\tada@example.it\tada@example.it\tPresenter
Marco Bianchi (Unverified)\t11/21/26, 9:20:00 AM\t11/21/26, 12:00:00 PM\t2h 40m\t\t\tAttendee

3. In-Meeting Activities
Name\tJoin Time\tLeave Time\tDuration\tEmail\tRole
Ada Rossi\t11/21/26, 8:58:31 AM\t11/21/26, 10:30:10 AM\t1h 31m 39s\tada@example.it\tPresenter
Ada Rossi\t11/21/26, 10:41:00 AM\t11/21/26, 1:02:05 PM\t2h 21m 5s\tada@example.it\tPresenter
Marco Bianchi (Unverified)\t11/21/26, 9:20:00 AM\t11/21/26, 12:00:00 PM\t2h 40m\t\tAttendee
`
const TEAMS_IT = `1. Riepilogo
Titolo riunione\tControllo di gestione
Ora di inizio\t21/11/26, 08:51:10

2. Partecipanti
Nome\tPrimo accesso\tUltima uscita\tDurata nella riunione\tPosta elettronica\tID partecipante (UPN)\tRuolo
Ada Rossi\t21/11/26, 08:58:31\t21/11/26, 13:02:05\t3 h 53 m 34 s\tada@example.it\tada@example.it\tRelatore
Marco Bianchi\t21/11/26, 09:20:00\t21/11/26, 12:00:00\t2 ore 40 minuti\t\t\tPartecipante
`
const MEET_EN = `First name,Last name,Email,Duration,Time joined,Time exited
Ada,Rossi,ada@example.it,4 hr 4 min,8:58 AM,1:02 PM
Marco,Bianchi,,45 min,12:10 PM,12:55 PM
`
const MEET_IT = `Nome,Cognome,Indirizzo email,Durata,Ora di ingresso,Ora di uscita
Ada,Rossi,ada@example.it,4 h 4 min,08:58,13:02
Marco,Bianchi,,45 min,12:10,12:55
`

describe('the reports of rooms', () => {
  const ADA = 'Ada Rossi <ada@example.it>'
  test.each<[string, string, string[]]>([
    [
      'Zoom, English, without the time in the waiting room',
      ZOOM_EN,
      [
        'Ada Rossi (Guest) <ada@example.it> 8:58-10:31 92 min',
        'Ada Rossi (Guest) <ada@example.it> 10:41-13:03 142 min',
        'Bianchi, Marco 9:20-12:00 160 min',
      ],
    ],
    ['Zoom, Italian', ZOOM_IT, [`${ADA} 8:58-13:03 244 min`, 'Niccolò Àbaco 9:20-12:00 160 min']],
    [
      'Teams, English: each presence, not the summary',
      TEAMS_EN,
      [
        `${ADA} 8:58-10:31 92 min`,
        `${ADA} 10:41-13:03 142 min`,
        'Marco Bianchi (Unverified) 9:20-12:00 160 min',
      ],
    ],
    [
      'Teams, Italian: the summary, where there is nothing else',
      TEAMS_IT,
      [`${ADA} 8:58-13:03 234 min`, 'Marco Bianchi 9:20-12:00 160 min'],
    ],
    ['Meet, English', MEET_EN, [`${ADA} 8:58-13:02 244 min`, 'Marco Bianchi 12:10-12:55 45 min']],
    ['Meet, Italian', MEET_IT, [`${ADA} 8:58-13:02 244 min`, 'Marco Bianchi 12:10-12:55 45 min']],
  ])('%s', (_, text, rows) => {
    expect(read(text)).toEqual(rows)
    expect(read(text.replaceAll('\n', '\r\n'))).toEqual(rows)
    expect(read(`\ufeff${text}`)).toEqual(rows)
  })

  test('pasted rows, minutes only, and quotes around separators and lines', () => {
    expect(read('Nome\tMinuti\nAda Rossi\t120\n\nMarco Bianchi\t0')).toEqual([
      'Ada Rossi 120 min',
      'Marco Bianchi 0 min',
    ])
    expect(read('Email;Durata\nADA@example.it;1:30:20')).toEqual(['<ada@example.it> 91 min'])
    expect(read('Name,Duration\n"Rossi; ""Ada""\nMaria",30\nBea,5')).toEqual([
      'Rossi; "Ada" Maria 30 min',
      'Bea 5 min',
    ])
  })
})

describe('dates', () => {
  const rows = (...dates: string[]) =>
    `Nome;Entrata;Uscita\n${dates.map((date) => `Ada;${date} 9:00;${date} 10:00`).join('\n')}`

  test('that contradict each other are refused', () => {
    expect(read(rows('21/11/2026', '11/21/2026', '20/11/2026'))).toEqual(['Riga 3: questa data non esiste'])
  })

  test('that may be read in two ways are those of the lesson; others are refused', () => {
    const december = { ...LESSON, startDate: '2026-12-03', endDate: '2026-12-03' }
    const dayOf = (text: string) => readReport(text, december, null).report?.rows[0]?.span?.from
    for (const date of ['03/12/2026', '12/3/26', '03.12.2026'])
      expect(dayOf(rows(date))).toBe(startOfDay('2026-12-03') + 9 * 60)
    expect(readReport(rows('05/06/2026'), december, null).problems).toEqual([
      'Il report è del 05/06/2026, la lezione è del 03/12/2026',
    ])
  })

  test('of another day, or of none, are refused', () => {
    expect(read(rows('14/11/2026'))).toEqual(['Il report è del 14/11/2026, la lezione è del 21/11/2026'])
    expect(read(rows('31/11/2026'))).toEqual(['Riga 2: questa data non esiste'])
    expect(read('Nome;Entrata;Uscita\nAda;21/11/2026 10:00;21/11/2026 9:00')).toEqual([
      'Riga 2: esce prima di entrare',
    ])
  })

  test.each([
    ['2026-11-21 09:05:59', 545],
    ['2026-11-21T09:05:00', 545],
    ['21 nov 2026, 09:05', 545],
    ['Nov 21, 2026 9:05 AM', 545],
    ['sabato, 21 novembre 2026 alle ore 9.05', 545],
    ['12:00 AM', 0],
    ['12:10 p.m.', 730],
    ['1:02:30\u202fPM'.replace('\u202f', ' '), 782],
  ])('%s is read', (text, minutes) => {
    expect(Math.floor(readMoment(text)?.minutes ?? -1)).toBe(minutes)
  })

  test.each(['', 'ieri', '25:00', '9:61', '13:00 AM', '0:10 PM', '21/11/2026', '9'])(
    '«%s» is no time',
    (text) => {
      expect(readMoment(text)).toBeNull()
    },
  )

  test.each([
    ['62', 62],
    ['61,5', 62],
    ['1:02:03', 63],
    ['0:45', 45],
    ['9h 3m 6s', 544],
    ['1 hr 2 min', 62],
    ['2 ore, 5 minuti e 3 secondi', 126],
    ['45 sec', 1],
  ])('%s are %i minutes', (text, minutes) => expect(readDuration(text)).toBe(minutes))

  test.each(['', 'tanto', '-5', '1 giorno', '99999'])('«%s» is no duration', (text) => {
    expect(readDuration(text)).toBeNull()
  })
})

describe('zones', () => {
  const utc = 'Name,Email,Join time (UTC),Leave time (UTC)\nAda,,11/21/2026 08:00 AM,11/21/2026 12:00 PM'
  test('the heading, a cell or the office says it, and the page repeats it', () => {
    expect(read(utc)).toEqual(['Ada 9:00-13:00'])
    expect(howRead(utc)?.zone).toBe('UTC')
    expect(read(utc.replaceAll('UTC', 'GMT+01:00'))).toEqual(['Ada 8:00-12:00'])
    expect(howRead(utc.replaceAll('UTC', 'UTC+10:00'))?.zone).toBe('UTC+10:00')
    const none = utc.replaceAll(' (UTC)', '')
    expect(read(none)).toEqual(['Ada 8:00-12:00'])
    expect(howRead(none)?.zone).toBe('Italia')
    expect(read(none, LESSON, 'America/New_York')).toEqual(['Ada 14:00-18:00'])
    expect(read('Name,Joined,Left\nAda,2026-11-21T08:00:00Z,2026-11-21T13:00:00+01:00')).toEqual([
      'Ada 9:00-13:00',
    ])
  })

  test('summer time of either zone counts', () => {
    const march = { ...LESSON, startDate: '2027-03-20', endDate: '2027-03-20' }
    const { report } = readReport(
      'Name,Joined,Left\nAda,03/20/2027 05:00 AM,03/20/2027 06:00 AM',
      march,
      'America/New_York',
    )
    const [row] = report?.rows ?? []
    expect(timeOf((row?.span?.from ?? 0) - startOfDay('2027-03-20'))).toBe('10:00')
  })
})

describe('what is no report', () => {
  test.each([
    ['', 'Il report è vuoto'],
    [' \n\t\n', 'Il report è vuoto'],
    ['Ada;9:00\0', 'Questo file non è un testo: scarica il report come CSV'],
    [
      '<!DOCTYPE html><html><body>Accedi</body></html>',
      'È una pagina web: scarica il report come CSV, oppure copia le righe della tabella e incollale qui sotto',
    ],
    [
      'Ada Rossi;9:00;13:00',
      'Non trovo la riga dei titoli: servono il nome o l’email, e l’entrata con l’uscita oppure i minuti',
    ],
    ['Nome;Entrata;Uscita', 'Il report non ha righe'],
    ['Nome;Entrata;Uscita\n;9:00;10:00', 'Il report non ha righe'],
    ['Nome;Entrata;Uscita\nAda;9:00;', 'Riga 2: mancano l’entrata e l’uscita, o i minuti'],
    ['Nome;Entrata;Uscita\nAda;alle nove;10:00', 'Riga 2: «alle nove» non si legge'],
    ['Nome;Minuti\nAda\nBea;5', 'Riga 2: mancano l’entrata e l’uscita, o i minuti'],
    ['Nome;Minuti\nAda;molti', 'Riga 2: «molti» non si legge'],
    ['Nome;Minuti\n"Ada;5\nBea;6', 'Riga 2: le virgolette non si chiudono'],
  ])('%j', (text, problem) => expect(read(text)).toEqual([problem]))

  test('many lines that cannot be read are counted, a long text is refused unread', () => {
    const wrong = `Nome;Minuti\n${'Ada;x\n'.repeat(9)}`
    expect(read(wrong)).toHaveLength(6)
    expect(read(wrong).at(-1)).toBe('Altre righe che non si leggono: 4')
    const six = `Nome;Minuti\n${'Ada;x\n'.repeat(6)}`
    expect(read(six).at(-1)).toBe('Altre righe che non si leggono: 1')
    expect(read(`Nome;Minuti\n${'Ada Rossi;5\n'.repeat(50_000)}`)).toEqual([
      'Il report è troppo lungo: al massimo 60.000 caratteri. Lascia solo le righe di questa lezione',
    ])
  })
})

describe('files', () => {
  const text = 'Nome;Minuti\nNiccolò Àbaco;5\n'
  const utf16 = (isBig: boolean, mark: boolean) => {
    const bytes = Buffer.from((mark ? '\ufeff' : '') + text, 'utf16le')
    return isBig ? bytes.swap16() : bytes
  }
  test.each<[string, Uint8Array]>([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16', utf16(false, true)],
    ['UTF-16, big end first', utf16(true, true)],
    ['UTF-16 without a mark', utf16(false, false)],
    ['UTF-16 without a mark, big end first', utf16(true, false)],
    ['Windows-1252', Buffer.from(text, 'latin1')],
  ])('%s', (_, bytes) => {
    const { text: decoded = '' } = decodeReport(bytes) as { text?: string }
    expect(read(decoded)).toEqual(['Niccolò Àbaco 5 min'])
  })

  test.each<[string, Uint8Array, RegExp]>([
    ['a new workbook', Buffer.from('PK\x03\x04…'), /^È un file di Excel: aprilo e salvalo come CSV/],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1]), /^È un file di Excel/],
    ['a PDF', Buffer.from('%PDF-1.7'), /^È un PDF/],
    ['5 MB', Buffer.alloc(5_000_000, 'a'), /^Il report è troppo lungo/],
  ])('%s is refused with what to do', (_, bytes, problem) => {
    expect(decodeReport(bytes)).toEqual({ problem: expect.stringMatching(problem) })
  })

  test('nothing and noise are no fault', () => {
    expect(decodeReport(new Uint8Array())).toEqual({ text: '' })
    for (const noise of [[0], [0xff], [0xff, 0xfe], [0, 0, 0, 0], [0xc3, 0x28]])
      expect(decodeReport(new Uint8Array(noise))).toHaveProperty('text')
  })
})
