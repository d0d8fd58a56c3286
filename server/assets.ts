import { fileURLToPath } from 'node:url'
import assets from './assets.json' with { type: 'json' }

// From the sources this file is server/assets.ts. In the build it is a part of a file in dist/server, with
// copies of what assets.json lists beside it and the browser's files in dist/web.
export const isBuilt = !import.meta.url.endsWith('.ts')

/** Where a file or folder that the program reads while it runs lies, by its path in the repository. */
export function assetPath(pathInRepository: string): string {
  // Found missing here, while developing, rather than in the built program.
  if (!assets.some((asset) => pathInRepository === asset || pathInRepository.startsWith(`${asset}/`))) {
    throw new Error(`${pathInRepository} is not listed in server/assets.json`)
  }
  return pathFromHere(`${isBuilt ? './assets' : '..'}/${pathInRepository}`)
}

/** Where the built browser files lie; nothing may be there while developing. */
export const webRoot = pathFromHere(isBuilt ? '../web/' : '../dist/web/')

/** Where the program lies: a clone, or a directory into which a build was copied. */
export const installationRoot = pathFromHere(isBuilt ? '../../' : '../')

/** A path from where this file lies, or the file of the build of which it is a part. */
export function pathFromHere(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}
