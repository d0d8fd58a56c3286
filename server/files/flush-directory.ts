import { open } from 'node:fs/promises'

/** A rename is on the disk only when its directory is. */
export async function flushDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
