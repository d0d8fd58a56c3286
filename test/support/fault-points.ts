/**
 * Where things go wrong, what is to be seen of it from outside, and how it ends without anybody's help. Each point is
 * exercised by `test/faults.server.test.ts`, which fails when one of them is not.
 */

interface FaultPoint {
  /** Where the fault is put. */
  at: string
  seen: string
  recovers: string
}

const BY_ITSELF = 'by itself: the import is tried once more'
const NEXT_LOOK = 'by itself: the import is tried at every look, for a day'
const NEXT_TRY = 'with the next try'
const UNCHANGED = 'readers see what stood before'

export const FAULT_POINTS = {
  // The embedded engine
  'engine: connection breaks at a statement of an import': {
    at: 'every statement of an import in turn',
    seen: UNCHANGED,
    recovers: BY_ITSELF,
  },
  'engine: another node is away at a statement of an import': {
    at: 'every statement of an import in turn',
    seen: UNCHANGED,
    recovers: NEXT_LOOK,
  },
  'database: takes no connection at a moment of an import': {
    at: 'every statement of an import in turn',
    seen: UNCHANGED,
    recovers: NEXT_LOOK,
  },
  'database: stays away while an import is given up': {
    at: 'what three attempts in a row write when they break off',
    seen: UNCHANGED,
    recovers: NEXT_LOOK,
  },
  'engine: another node stays away while an import is tried': {
    at: 'the first insert of three attempts in a row',
    seen: UNCHANGED,
    recovers: NEXT_LOOK,
  },
  'engine: memory runs out at a statement of an import': {
    at: 'every statement of an import in turn',
    seen: `the import has failed with its reason; ${UNCHANGED}`,
    recovers: NEXT_TRY,
  },
  'engine: disk is full at a statement of an import': {
    at: 'every statement of an import in turn',
    seen: `the import has failed with DISK_FULL; ${UNCHANGED}`,
    recovers: NEXT_TRY,
  },
  'engine: fails at a statement of taking an import back': {
    at: 'every statement of an undo in turn',
    seen: `an answer in words; ${UNCHANGED}`,
    recovers: NEXT_TRY,
  },
  'engine: disk is full at a statement of a change of settings': {
    at: 'every statement of the change in turn',
    seen: `DISK_FULL (507); ${UNCHANGED}`,
    recovers: NEXT_TRY,
  },
  'engine: fails at a statement of a question': {
    at: 'every statement of each question in turn',
    seen: 'an answer in words',
    recovers: NEXT_TRY,
  },
  'engine: disk is full at a statement of a question': {
    at: 'every statement of the profit and loss in turn',
    seen: 'DISK_FULL (507)',
    recovers: NEXT_TRY,
  },
  'engine: rows of a broken attempt do not go': {
    at: 'the deletion of dead rows, which waits for a disk with room',
    seen: 'the next import does not wait for it',
    recovers: 'by itself: the rows go with a later change',
  },
  'engine: killed during an import': {
    at: 'its process (SIGKILL)',
    seen: UNCHANGED,
    recovers: 'by itself: the engine is started again, and the import tried once more',
  },
  'engine: killed during a question': {
    at: 'its process (SIGKILL)',
    seen: 'the right answer, later',
    recovers: 'by itself: the engine is started again, and asked again',
  },
  'engine: hangs during an import': {
    at: 'its process (SIGSTOP)',
    seen: UNCHANGED,
    recovers: 'by itself: the engine is ended and started again, and the import tried once more',
  },
  'engine: hangs during a question': {
    at: 'its process (SIGSTOP)',
    seen: 'an answer in words within a bounded time',
    recovers: 'by itself: the engine is ended and started again',
  },
  'engine elsewhere: takes the connection and never answers a question': {
    at: 'a server that accepts',
    seen: 'an answer in words within a bounded time',
    recovers: NEXT_TRY,
  },
  'engine elsewhere: never answers a statement that writes': {
    at: 'a server that accepts',
    seen: 'a failure within a bounded time, also of its cancellation',
    recovers: NEXT_TRY,
  },
  // Files
  'file: gone': { at: 'the stored file', seen: 'the import has failed in words', recovers: NEXT_TRY },
  'file: ends in the middle': {
    at: 'the stored file',
    seen: 'the import has failed in words',
    recovers: NEXT_TRY,
  },
  'file: holds something else': {
    at: 'the stored file',
    seen: 'the import has failed in words',
    recovers: NEXT_TRY,
  },
  'file: a directory in its place': {
    at: 'the stored file',
    seen: 'the import has failed in words',
    recovers: NEXT_TRY,
  },
  'file: disk is full while it is stored': {
    at: 'the write of the raw file',
    seen: 'DISK_FULL, and nothing half stored',
    recovers: NEXT_TRY,
  },
  'reader: killed while it recognises a file': {
    at: 'its process (SIGKILL)',
    seen: 'nothing',
    recovers: 'by itself: another process takes over',
  },
  'reader: killed among the rows': { at: 'its process (SIGKILL)', seen: UNCHANGED, recovers: BY_ITSELF },
  'reader: stands still': {
    at: 'its process (SIGSTOP)',
    seen: 'the file is refused by the name of the limit',
    recovers: NEXT_TRY,
  },
  'bucket: refuses a file': {
    at: 'PUT',
    seen: 'a failure, and nothing half stored',
    recovers: NEXT_TRY,
  },
  'bucket: never answers while a file is stored': {
    at: 'PUT',
    seen: 'a failure within a bounded time, and nothing half stored',
    recovers: NEXT_TRY,
  },
  'bucket: never answers while a file is read': {
    at: 'GET',
    seen: 'a failure within a bounded time',
    recovers: NEXT_TRY,
  },
  // Mails
  'mail: nobody listens when somebody signs up': {
    at: 'the mail server',
    seen: 'the sign-up is kept',
    recovers: 'by itself: the mail is sent again',
  },
  'mail: hangs up in the middle when somebody signs up': {
    at: 'the mail server, at DATA',
    seen: 'the sign-up is kept',
    recovers: 'by itself: the mail is sent again',
  },
  'mail: nobody listens when somebody is invited': {
    at: 'the mail server',
    seen: 'MAIL_NOT_SENT; the invitation is kept',
    recovers: NEXT_TRY,
  },
  'mail: the address is refused': {
    at: 'the mail server, at RCPT',
    seen: 'MAIL_NOT_SENT; the invitation is kept',
    recovers: NEXT_TRY,
  },
  'mail: the server says nothing': {
    at: 'the mail server, from its greeting on',
    seen: 'MAIL_NOT_SENT within a bounded time; the invitation is kept',
    recovers: NEXT_TRY,
  },
  'mail: hangs up in the middle': {
    at: 'the mail server, at DATA',
    seen: 'MAIL_NOT_SENT; the invitation is kept',
    recovers: NEXT_TRY,
  },
  'mail: disk is full where mails lie': {
    at: 'the outbox',
    seen: 'MAIL_NOT_SENT; the invitation is kept',
    recovers: NEXT_TRY,
  },
  // The embedded relational store
  'accounts: disk is full at a write of an import': {
    at: 'every statement that writes, in turn',
    seen: UNCHANGED,
    recovers: 'by itself where the import could not end, else with the next try',
  },
  'accounts: disk is full at a call': {
    at: 'the first statement that writes',
    seen: 'DISK_FULL (507); questions are answered',
    recovers: NEXT_TRY,
  },
  'accounts: disk is full while a snapshot is written': {
    at: 'the file of the snapshot',
    seen: 'a failure, and no half snapshot',
    recovers: 'with the snapshot of the next hour',
  },
  'backup: disk is full': {
    at: 'the manifest of the backup',
    seen: 'a failure; the backup before is whole',
    recovers: NEXT_TRY,
  },
  'jobs: the worker of a job has died': {
    at: 'a job whose worker gives no sign of life',
    seen: 'the import waits',
    recovers: 'by itself: the job is made anew',
  },
  // Clocks
  'clock: an hour back, imports': {
    at: 'the clock',
    seen: 'nothing',
    recovers: 'there is nothing to recover',
  },
  'clock: a day forward, imports': {
    at: 'the clock',
    seen: 'nothing',
    recovers: 'there is nothing to recover',
  },
  'clock: a year forward and back, imports': {
    at: 'the clock',
    seen: 'nothing',
    recovers: 'there is nothing to recover',
  },
  'clock: jobs made in what is the future again': {
    at: 'the clock, while an import waits',
    seen: 'the import waits',
    recovers: 'by itself: the job is made anew',
  },
  'clock: a lease runs out because the clock goes forward': {
    at: 'the clock, while an import runs',
    seen: 'nothing',
    recovers: 'by itself: nobody else takes the import',
  },
  'clock: snapshots of what is the future again': {
    at: 'the clock',
    seen: 'nothing',
    recovers: 'by itself: newer ones come after them',
  },
  'clock: a year forward and back, sessions': {
    at: 'the clock of the user pool',
    seen: 'who is signed in stays so',
    recovers: 'there is nothing to recover',
  },
  'clock: a sign-in is locked in what is the future again': {
    at: 'the clock of the user pool',
    seen: 'nothing',
    recovers: 'by itself: the lock is forgotten',
  },
  'clock: a year back, security check': {
    at: 'the clock',
    seen: 'the check is asked for',
    recovers: 'by passing it',
  },
} as const satisfies Record<string, FaultPoint>

/** Those that take a PostgreSQL of the machine. */
export const POSTGRESQL_FAULT_POINTS = {
  'postgresql: gone and back while nothing happens': {
    at: 'its server, stopped and started',
    seen: 'DATABASE_AWAY (503) meanwhile',
    recovers: 'by itself: connections are made anew',
  },
  'postgresql: gone and back in the middle of a call': {
    at: 'its server, while a call waits',
    seen: 'DATABASE_AWAY (503)',
    recovers: NEXT_TRY,
  },
  'postgresql: gone and back between two statements of a transaction': {
    at: 'its server, while a transaction asks nothing',
    seen: 'DATABASE_AWAY (503)',
    recovers: NEXT_TRY,
  },
  'postgresql: gone and back in the middle of an import': {
    at: 'its server, while a file is read',
    seen: UNCHANGED,
    recovers: 'by itself: the import is tried again',
  },
  'postgresql: takes the connection and never answers': {
    at: 'a server that accepts',
    seen: 'DATABASE_AWAY (503) within a bounded time',
    recovers: NEXT_TRY,
  },
} as const satisfies Record<string, FaultPoint>

export type FaultPointName = keyof typeof FAULT_POINTS | keyof typeof POSTGRESQL_FAULT_POINTS
