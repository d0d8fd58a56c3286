import { createHmac } from 'node:crypto'
import { CrashReport } from '#contract/crash-report.ts'
import { withoutMessage } from '#contract/stack-text.ts'
import { crashSenderName, saveCrashReport, type CrashSender } from '#server/accounts/index.ts'
import { procedure, router, type Context } from '#server/trpc.ts'
import { rateLimit } from './rate-limit.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** A page that fails over and over must not fill what others need. */
const isAllowedNow = rateLimit({ perWindow: 30, windowMs: MINUTE_MS })
const isAllowedToday = rateLimit({ perWindow: 200, windowMs: DAY_MS })
/** Of all strangers, and of all who have signed in: there is no end to networks, nor to accounts. */
const isLoggedToday = rateLimit({ perWindow: 2_000, windowMs: DAY_MS })
const LOGGED_STACK_CHARS_MAX = 2_000

/** Networks are told apart, and not kept. */
function senderOf({ caller, network, secret }: Context): CrashSender {
  if (caller.kind === 'user') return { person: caller.user.id }
  const hash = createHmac('sha256', secret.key).update(`crash reports of ${network}`).digest('base64url')
  return { network: hash.slice(0, 22) }
}

/** Databases keep no text with NUL in it, and anybody can send one. */
const storable = (report: CrashReport): CrashReport => ({
  ...report,
  ...Object.fromEntries(
    Object.entries(report).flatMap(([key, value]) =>
      typeof value === 'string' ? [[key, value.replaceAll('\0', '')]] : [],
    ),
  ),
})

export const crashReportRouter = router({
  /**
   * Keeps a crash of a browser. Whoever sends it needs no company: the crash may be that there is none. The answer says
   * whether this browser may send the messages of errors the next time; those of others are taken out here again.
   */
  send: procedure.input(CrashReport).mutation(async ({ ctx, input }) => {
    const isMessageWanted = ctx.unredactedBrowsers.has(input.reconciliationId)
    const now = ctx.services.now()
    const sender = senderOf(ctx)
    const from = crashSenderName(sender)
    if (!isAllowedNow(from, now) || !isAllowedToday(from, now)) return { isLogged: false, isMessageWanted }
    const { name, stack, ...rest } = storable(input)
    const redacted = withoutMessage(name, stack)
    // As JSON it is one line, whatever it contains. Logs go to more places than the database, so it stays redacted.
    if (isLoggedToday('person' in sender ? 'people' : 'strangers', now))
      ctx.log(
        `A page crashed: ${JSON.stringify({ name, ...rest, stack: redacted.slice(0, LOGGED_STACK_CHARS_MAX) })}`,
      )
    await saveCrashReport(
      ctx.services.accounts,
      { name, ...rest, stack: isMessageWanted ? stack : redacted },
      sender,
      now,
    )
    return { isLogged: true, isMessageWanted }
  }),
})
