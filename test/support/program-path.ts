/** Stands in tests for the module of this name. */
import type { Program } from '#server/program-path.ts'
import { bundledProgram } from './bundled-programs.ts'

export const programPath = (name: 'file-reader'): Program => ({ entry: bundledProgram(name)!, execArgv: [] })
