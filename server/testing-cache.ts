/** For tests: what takes seconds to make and comes out the same is kept between runs. */
import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Where the file or directory of a name lies, made where it is not there.
 * @param from files that it is made from, beside the packages: with others it is another
 */
export async function kept(
  name: string,
  from: readonly string[],
  make: (unfinished: string) => Promise<void>,
): Promise<string> {
  const key = createHash('sha256')
  for (const file of [fileURLToPath(new URL('../package-lock.json', import.meta.url)), ...from])
    key.update(await readFile(file))
  const directory = fileURLToPath(new URL('../node_modules/.cache/sextant', import.meta.url))
  const place = join(directory, `${key.digest('hex').slice(0, 16)}-${name}`)
  if (existsSync(place)) return place
  await mkdir(directory, { recursive: true })
  const unfinished = `${place}.${randomUUID()}`
  await make(unfinished)
  // Another process may have been quicker, and a directory gives way to none that has files.
  await rename(unfinished, place).catch(async (error: unknown) => {
    if (!existsSync(place)) throw error
    await rm(unfinished, { recursive: true })
  })
  return place
}
