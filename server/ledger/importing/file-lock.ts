import type { Accounts } from '#server/accounts/index.ts'

/*
 * A file lies among the raw files before a row says that it is needed, and it may have lain there before. So whoever keeps
 * one holds a lock until that row is written: the file's own, or that of its company, as archives and what people enter do.
 * Who removes one holds both. The locks are those of the relational store, so this is so between processes, too.
 */

interface File {
  companyId: string
  fileSha256: string
}

const lockOf = ({ companyId, fileSha256 }: File) => `file ${fileSha256} of ${companyId}`

/** Runs `work`, which keeps the file and writes down what needs it. */
export const whileKeeping = <T>(
  { locks }: Pick<Accounts, 'locks'>,
  file: File,
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T> => locks.hold(lockOf(file), work)

/** Runs `work` while nobody keeps the file; undefined where somebody does, or writes the company. */
export function whileNobodyKeeps<T>(
  { locks }: Pick<Accounts, 'locks'>,
  file: File,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const ofFile = () => locks.tryHold(lockOf(file), work)
  return locks.isHeldByCaller(file.companyId) ? ofFile() : locks.tryHold(file.companyId, ofFile)
}
