import { openDirectoryFiles } from './directory-files.ts'
import type { RawFiles } from './raw-files.ts'

/** A directory, or `s3://bucket/prefix?endpoint=…&region=…&forcePathStyle=true` (then see bucket-files.ts). */
export async function openRawFiles(place: string): Promise<RawFiles> {
  if (!place.startsWith('s3://')) return openDirectoryFiles(place)
  // The client is large and most installations keep a directory.
  const { openBucketFiles } = await import('./bucket-files.ts')
  return openBucketFiles(place)
}
