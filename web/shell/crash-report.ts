import type { CrashReport } from '#contract/crash-report.ts'
import { withoutMessage } from '#contract/stack-text.ts'

interface Circumstances {
  pathname: string
  companyId: string | null
  reconciliationId: string
  /** Support asked for the messages, too. */
  isDetailed?: boolean
}

const STACK_LENGTH_MAX = 10_000

/** What is told of a crash: where it happened, without the message, which may speak of somebody's data. */
export function crashReport(
  error: unknown,
  { pathname, companyId, reconciliationId, isDetailed = false }: Circumstances,
): CrashReport {
  const { name, cause } = asError(error)
  return {
    name: name.slice(0, 200),
    ...(cause instanceof Error && { causeName: cause.name.slice(0, 200) }),
    stack: stackOf(error, isDetailed).slice(0, STACK_LENGTH_MAX),
    browserPathname: pathname.slice(0, 500),
    clientCompanyId: companyId,
    reconciliationId,
  }
}

function stackOf(error: unknown, isDetailed: boolean): string {
  if (isLostConnection(error)) return ''
  const { name, stack = '' } = asError(error)
  return isDetailed ? stack : withoutMessage(name, stack)
}

const asError = (error: unknown): Error =>
  error instanceof Error ? error : Object.assign(new Error('not an error'), { name: typeof error })

/** A connection that broke says so in the words of its browser; where that was is of no use. */
const isLostConnection = (error: unknown): boolean =>
  error instanceof Error && /Failed to fetch|Load failed/.test(error.message)

const EXTENSION = /(?:chrome|moz|safari-web)-extension:\/\//

/** Not ours, or without anything to go by. */
export function isWorthReporting(error: unknown): boolean {
  if (!(error instanceof Error)) return true
  if (error.name === 'InvalidStateError') return false
  if (EXTENSION.test(error.stack ?? '')) return false
  return !(error instanceof TypeError && isBareMessage(error))
}

/** Chromium puts the name before the message. */
function isBareMessage({ name, message, stack = '' }: Error): boolean {
  return [message.trim(), `${name}: ${message}`.trim()].includes(stack.trim())
}

/** Lets each crash through once: React, the router and the window may all speak of the same one. */
export function oncePerCrash(): (error: unknown) => boolean {
  const seen = new WeakSet<object>()
  const texts = new Set<string>()
  return (error) => {
    const text = error instanceof Error ? `${error.name} ${error.stack}` : String(error)
    const isKnown = (typeof error === 'object' && error !== null && seen.has(error)) || texts.has(text)
    if (typeof error === 'object' && error !== null) seen.add(error)
    texts.add(text)
    return !isKnown
  }
}
