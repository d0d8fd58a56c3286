import { CrashReport } from '#contract/crash-report.ts'
import { withoutMessage } from '#contract/stack-text.ts'
import { saveCrashReport } from '#server/accounts/index.ts'
import { procedure, router } from '#server/trpc.ts'
import { rateLimit } from './rate-limit.ts'

/** A page that fails over and over must not fill the log. */
const isAllowed = rateLimit({ perWindow: 30, windowMs: 60_000 })

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
    if (!isAllowed(ctx.services.now())) return { isLogged: false, isMessageWanted }
    const { name, stack, ...rest } = storable(input)
    const redacted = withoutMessage(name, stack)
    // As JSON it is one line, whatever it contains. Logs go to more places than the database, so it stays redacted.
    ctx.log(`A page crashed: ${JSON.stringify({ name, ...rest, stack: redacted })}`)
    await saveCrashReport(
      ctx.services.accounts,
      { name, ...rest, stack: isMessageWanted ? stack : redacted },
      ctx.services.now(),
    )
    return { isLogged: true, isMessageWanted }
  }),
})
