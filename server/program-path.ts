import { isBuilt, pathFromHere } from './assets.ts'

/** How a program of ours is started in a process of its own. */
export interface Program {
  entry: string
  execArgv: string[]
  cwd?: string
}

/** `server/reading/<name>.ts`, in the build a file of that name. */
export function programPath(name: 'file-reader'): Program {
  if (isBuilt) return { entry: pathFromHere(`./${name}.js`), execArgv: ['--enable-source-maps'] }
  // A name after `--import` is looked up from the working directory.
  return {
    entry: pathFromHere(`./reading/${name}.ts`),
    execArgv: ['--import', 'tsx'],
    cwd: pathFromHere('..'),
  }
}
