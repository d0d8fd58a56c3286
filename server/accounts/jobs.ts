import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss, type ConstructorOptions, type DrizzleTransactionLike } from 'pg-boss'
import type { Logger, Tx } from './open.ts'

/**
 * What waits for a worker. A job carries the id of its company, or `INSTALLATION`, and nothing else: what is to be done
 * stands in rows.
 */
export const QUEUES = ['imports', 'deletions', 'rates', 'syncs', 'verifications', 'mails'] as const
/** In place of a company, for what is done for all of them. */
export const INSTALLATION = 'installation'
export type QueueName = (typeof QUEUES)[number]

/** A worker that says nothing for this long has died, and its job goes to another one. */
const LEASE_SECONDS = 60
/** The longest that pg-boss allows; work is watched by its lease and not by the clock. */
const JOB_SECONDS_MAX = 24 * 3_600 - 1
/** A worker is woken when a job comes; this is for a call that was missed. */
const POLL_SECONDS = 30
const DAY_SECONDS = 24 * 3_600
/** Longer than a worker that lives takes from its job to the lock of the company. */
const RUNNING_FOR_A_WHILE = `state = 'active' and started_on < now() - interval '5 seconds'`

export interface Jobs {
  /** Has a worker look after a company soon. While such a job waits already, nothing is added. */
  send(queue: QueueName, companyId: string, tx?: Tx): Promise<void>
  /** The same for many companies, at the cost of one. */
  sendAll(queue: QueueName, companyIds: Iterable<string>): Promise<void>
  /** From now on runs jobs, `atOnce` of them at a time and never two of one company. Who asks later takes them over. */
  work(queue: QueueName, atOnce: number, work: (companyId: string) => Promise<void>): Promise<void>
  /** Forgets all jobs, for a start that makes them anew from what is to be done. Not for a store that others work on, too. */
  clear(): Promise<void>
  /** Companies whose jobs have been running for a while. */
  running(queue: QueueName): Promise<string[]>
  /** Forgets such a job of a company, whose worker has died: it would keep others from the company until its lease ends. */
  forgetRunning(queue: QueueName, companyId: string): Promise<void>
  /** Forgets jobs that wait for a company that is gone. */
  forgetWaiting(companyId: string): Promise<void>
  /** Takes jobs from workers that have died, and drops those that are done. */
  supervise(): Promise<void>
  /** Forgets jobs that were made while the clock stood in what is the future again: none of ours is meant for later. */
  forgetAhead(): Promise<void>
  /** Waits for jobs that run. */
  close(): Promise<void>
}

/** The job queue, in a schema of its own in the relational store. No job runs before `work`. */
export async function openJobs(
  connection: Pick<ConstructorOptions, 'db' | 'backend' | 'connectionString' | 'max' | 'application_name'>,
  logger: Logger,
): Promise<Jobs> {
  const boss = new PgBoss({
    ...connection,
    schema: 'jobs',
    useListenNotify: true,
    // Asked for by us instead, and only while there are jobs: what is written every minute would make every hour one in
    // which something changed.
    supervise: false,
    schedule: false,
    bamIntervalSeconds: DAY_SECONDS,
    persistWarnings: false,
  })
  boss.on('error', (error) => logger.warn(`The job queue: ${error.message}`))
  await boss.start()
  // Its first look notes the time a moment later. Waited for, it belongs to the start, and is no change of its own.
  await setImmediate()
  while (boss.isBamWorking()) await sleep(10)
  for (const queue of QUEUES) {
    if (!(await boss.getQueue(queue)))
      // `short`: one waiting job of a company, however often it is sent.
      await boss.createQueue(queue, {
        policy: 'short',
        notify: true,
        retryLimit: 0,
        heartbeatSeconds: LEASE_SECONDS,
        expireInSeconds: JOB_SECONDS_MAX,
        deleteAfterSeconds: 60,
      })
    // Asking makes pg-boss remember the queue. To look it up inside somebody's transaction would wait for that on PGlite.
    await boss.findJobs(queue, { key: 'none' })
  }
  const workers: string[] = []
  const handlers = new Map<QueueName, (companyId: string) => Promise<void>>()

  return {
    async send(queue, companyId, tx) {
      await boss.send(
        queue,
        {},
        {
          singletonKey: companyId,
          group: { id: companyId },
          ...(tx && { db: fromDrizzle(tx as DrizzleTransactionLike, sql) }),
        },
      )
    },
    async sendAll(queue, companyIds) {
      const jobs = Array.from(companyIds, (id) => ({ singletonKey: id, group: { id } }))
      if (jobs.length > 0) await boss.insert(queue, jobs)
    },
    async work(queue, atOnce, work) {
      const isWorkedOn = handlers.has(queue)
      handlers.set(queue, work)
      if (isWorkedOn) return
      const ofQueue: string[] = []
      for (let place = 0; place < atOnce; place++) {
        const id = await boss.work<object, void>(
          queue,
          {
            pollingIntervalSeconds: POLL_SECONDS,
            notifyPollingIntervalSeconds: POLL_SECONDS,
            groupConcurrency: 1,
          },
          async ([job]) => {
            try {
              await handlers.get(queue)!(job!.groupId!)
            } finally {
              // Others of the queue may wait that could not be taken while this one ran.
              for (const each of ofQueue) boss.notifyWorker(each)
            }
          },
        )
        ofQueue.push(id)
        workers.push(id)
      }
    },
    async clear() {
      for (const queue of QUEUES) await boss.deleteAllJobs(queue)
    },
    async running(queue) {
      const { rows } = await boss
        .getDb()
        .executeSql(`select group_id from jobs.job where name = $1 and ${RUNNING_FOR_A_WHILE}`, [queue])
      return (rows as { group_id: string }[]).map((row) => row.group_id)
    },
    async forgetRunning(queue, companyId) {
      await boss
        .getDb()
        .executeSql(`delete from jobs.job where name = $1 and group_id = $2 and ${RUNNING_FOR_A_WHILE}`, [
          queue,
          companyId,
        ])
    },
    async forgetWaiting(companyId) {
      await boss
        .getDb()
        .executeSql(
          `delete from jobs.job where group_id = $1 and state = 'created' and name in ('imports', 'syncs', 'verifications', 'mails')`,
          [companyId],
        )
    },
    async supervise() {
      const { rows } = await boss.getDb().executeSql('select 1 from jobs.job limit 1')
      if (rows.length === 0) return
      await boss.supervise()
      // A worker whose last look failed would wait for its next one.
      for (const each of workers) boss.notifyWorker(each)
    },
    async forgetAhead() {
      const ahead = `state = 'created' and start_after > now() + interval '1 minute'`
      const { rows } = await boss.getDb().executeSql(`select 1 from jobs.job where ${ahead} limit 1`)
      if (rows.length > 0) await boss.getDb().executeSql(`delete from jobs.job where ${ahead}`)
    },
    close: () => boss.stop({ graceful: true, close: true, timeout: 30_000 }),
  }
}
