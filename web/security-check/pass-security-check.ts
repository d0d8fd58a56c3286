import { solveChallengeWorkers } from 'altcha-lib'
import type { Challenge } from 'altcha-lib/types'
import { SECURITY_CHECK_PATH } from '#contract/security-check.ts'

const THREADS_MAX = 4

const createWorker = () => new Worker(new URL('./solve-worker.ts', import.meta.url), { type: 'module' })

/** Does the calculation that the server asks for. Fails when it can not be done, or is not believed. */
export async function passSecurityCheck(signal: AbortSignal): Promise<void> {
  const controller = new AbortController()
  signal.addEventListener('abort', () => controller.abort())
  const challenge = (await answerOf(await fetch(SECURITY_CHECK_PATH, { signal }))) as Challenge
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.min(navigator.hardwareConcurrency || 1, THREADS_MAX),
    controller,
    createWorker,
  })
  if (!solution) throw new Error('The security check was not solved.')
  await answerOf(
    await fetch(SECURITY_CHECK_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ challenge, solution }),
      signal,
    }),
  )
}

async function answerOf(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`The security check answered with status ${response.status}.`)
  return response.json()
}
