/** A failed read for an export. Its message is an Italian sentence for the office. */
export class ReadError extends Error {}

/** Awaits `work`; if it fails, rejects with a `ReadError` of this sentence. */
export async function readOrExplain<Result>(sentence: string, work: PromiseLike<Result>): Promise<Result> {
  try {
    return await work
  } catch (cause) {
    throw new ReadError(sentence, { cause })
  }
}
