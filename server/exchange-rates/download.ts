import { VERSION } from '#server/version.ts'
import { BankFileRefused } from './bank-file.ts'

/** The bank's whole history is below 10 MB; what is behind it is not needed. */
const BYTES_MAX = 16_000_000
const MS_MAX = 60_000
const REDIRECTS_MAX = 3

/**
 * The text of a published file, as it arrives. Follows redirects within the same origin alone, so that an address that
 * was checked stays the one that is asked. Throws `BankFileRefused`, or what `fetch` says of the network.
 */
export async function* download(
  url: string,
  { signal, msMax = MS_MAX }: { signal?: AbortSignal | undefined; msMax?: number | undefined } = {},
): AsyncGenerator<string> {
  const limit = AbortSignal.timeout(msMax)
  const either = signal ? AbortSignal.any([signal, limit]) : limit
  try {
    const answer = await ask(new URL(url), either)
    yield* decoded(answer)
  } catch (error) {
    signal?.throwIfAborted()
    if (limit.aborted)
      throw new BankFileRefused(`it did not arrive within ${msMax / 1000} s`, { cause: error })
    throw error
  }
}

async function ask(url: URL, signal: AbortSignal, redirects = 0): Promise<Response> {
  const answer = await fetch(url.href, {
    signal,
    redirect: 'manual',
    headers: { accept: 'application/xml, text/xml', 'user-agent': `Sextant/${VERSION}` },
  })
  if (answer.status >= 300 && answer.status < 400) {
    await answer.body?.cancel()
    const target = answer.headers.get('location') ?? ''
    if (!URL.canParse(target, url.href) || new URL(target, url).origin !== url.origin)
      throw new BankFileRefused('the address leads to another place, which is not followed')
    if (redirects === REDIRECTS_MAX) throw new BankFileRefused('the address leads in circles')
    return ask(new URL(target, url), signal, redirects + 1)
  }
  if (!answer.ok) {
    await answer.body?.cancel()
    throw new BankFileRefused(`the server answered ${answer.status}`)
  }
  return answer
}

async function* decoded(answer: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let bytes = 0
  try {
    // Counted as they are unpacked, whatever the head of the answer says.
    for await (const chunk of answer.body ?? []) {
      bytes += chunk.byteLength
      if (bytes > BYTES_MAX) throw new BankFileRefused(`it has more than ${BYTES_MAX / 1e6} MB`)
      yield decoder.decode(chunk, { stream: true })
    }
    yield decoder.decode()
  } catch (error) {
    if (
      error instanceof TypeError &&
      (error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
    )
      throw new BankFileRefused('it is not written in UTF-8', { cause: error })
    throw error
  }
}
