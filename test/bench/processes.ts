import { readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

/** The process that holds the embedded engine of a server. */
export function engineOf(serverPid: number = process.pid): number {
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const isEngine = readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('node-process.mjs')
      if (isEngine && Number(fieldsOf(name)[1]) === serverPid) return Number(name)
    } catch {
      // Gone meanwhile.
    }
  }
  throw new Error(`Process ${serverPid} has no engine.`)
}

/** What follows the name in /proc/<pid>/stat: state, parent, … */
function fieldsOf(pid: number | string): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Processor seconds that a process has used so far. What else the machine does changes them little. */
export function processorSeconds(pid: number): number {
  const fields = fieldsOf(pid)
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** The same of a process with everything that it has started, but for one of these. */
export function processorSecondsOfAll(pid: number, without: number): number {
  // Those that have ended are counted with who started them.
  const [ofUser, ofSystem] = fieldsOf(pid).slice(13, 15)
  const ended = (Number(ofUser) + Number(ofSystem)) / TICKS_PER_SECOND
  return childrenOf(pid)
    .filter((child) => child !== without)
    .reduce((sum, child) => sum + processorSeconds(child), processorSeconds(pid) + ended)
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return Number(fieldsOf(name)[1]) === pid ? [Number(name)] : []
      } catch {
        // Gone meanwhile.
        return []
      }
    })
}

/** Bytes of a line of /proc/<pid>/status, `VmRSS` or `RssAnon`. */
export function memoryOf(pid: number, line: 'VmRSS' | 'RssAnon'): number {
  const found = new RegExp(`^${line}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(found?.[1] ?? 0) * 1024
}
