import { Zip, ZipDeflate } from 'fflate'

/** The first moment that an archive can name: the same files are the same bytes, whenever they are put together. */
const MODIFIED = new Date(1980, 0, 1)

/** Files as one zip archive, file by file. */
export function* zipStream(files: Iterable<{ name: string; content: Uint8Array }>): Generator<Uint8Array> {
  const made: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    made.push(chunk)
  })
  for (const { name, content } of files) {
    const entry = new ZipDeflate(name)
    entry.mtime = MODIFIED
    zip.add(entry)
    entry.push(content, true)
    yield* made.splice(0)
  }
  zip.end()
  yield* made.splice(0)
}
