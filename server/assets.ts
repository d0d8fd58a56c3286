import { fileURLToPath } from 'node:url'

// From the sources this file is server/assets.ts; in the build it is a part of a file in dist/server,
// with the assets beside it (scripts/build.mjs copies them).
const assetsRoot = import.meta.url.endsWith('.ts')
  ? new URL('../', import.meta.url)
  : new URL('./assets/', import.meta.url)

/** Where a file or folder that the program reads while it runs lies, by its path in the repository. */
export function assetPath(pathInRepository: string): string {
  return fileURLToPath(new URL(pathInRepository, assetsRoot))
}

/** Where the built browser files lie; nothing may be there while developing. */
export const webRoot = fileURLToPath(
  import.meta.url.endsWith('.ts')
    ? new URL('../dist/web/', import.meta.url)
    : new URL('../web/', import.meta.url),
)
