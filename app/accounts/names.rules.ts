import tlds from 'tlds'

const TOP_LEVEL = new Set(tlds)
/** Before the name, often without a space: 'Prof.De Luca'. */
const TITLE =
  /^(?:prof|dott|dr|sig|avv|ing|rag|geom|arch|arc|on|don|suor|mons|cav|comm|gen|col|cap|ten|mar|not|per|gian|pier|ma)$/i
const WITH_DOT = /([\p{L}\p{N}-]+)\.(\p{L}[\p{L}\p{N}-]*)(?=([/:.]?))/gu

/** Whether a mail program would make a link of it: 'example.org', 'ada@example.org', 'http://x'; not 'Gian.Luca'. */
export function worksAsAddress(name: string): boolean {
  if (/@|:\/\/|\bwww\./i.test(name)) return true
  return [...name.matchAll(WITH_DOT)].some(
    ([, before = '', ending = '', after]) =>
      (TOP_LEVEL.has(ending.toLowerCase()) || /^xn--/i.test(ending)) &&
      (after === '/' || !TITLE.test(before)),
  )
}
