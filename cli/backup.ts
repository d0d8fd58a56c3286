import { relative, resolve, sep } from 'node:path'
import type { Command } from 'commander'
import { configFrom } from '#server/config.ts'
import { EXIT, NotAllWell, UsageError } from './failures.ts'
import { command, run, withClient } from './run.ts'
import { count, note, plural, printJson, progress, say } from './terminal.ts'
import { whileWatching } from './while-watching.ts'

export const backupCommand = (): Command =>
  command('backup', 'copy everything into a directory, while the server goes on', {
    about: 'What a backup holds and what it does not: docs/self-hosting.md.',
    example: 'sextant backup /mnt/backup/sextant',
    refused: 'the directory holds something else, or can not be written',
  })
    .argument('<dir>', 'a new directory, or one that holds a backup: then only what is new is copied')
    .action((directory: string, { json }: { json?: true }) =>
      withClient(async (client) => {
        const { dataDir } = configFrom(process.env)
        const target = resolve(directory)
        if (isInside(target, dataDir)) {
          throw new UsageError(`${target} lies in the data directory: what destroys one destroys both.`)
        }
        const result = await whileWatching(
          client,
          (total) => `Copying ${count(total)} raw files`,
          (progressAs) => client.mutate('operator.backup', { directory: target, progressAs }),
        )
        if (json) return printJson(result)
        say(
          `${plural(result.companies, 'company', 'companies')} with ${plural(result.files, 'raw file')} in ${result.directory}, ${(result.bytes / 1e6).toFixed(1)} MB; ${plural(result.copied, 'file')} copied now.`,
        )
        if (result.holdsSecret)
          note('It holds the secret of the installation, which opens what is encrypted: keep it like one.')
      }),
    )

const isInside = (path: string, directory: string): boolean => {
  const way = relative(directory, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`))
}

export const restoreCommand = (): Command =>
  command('restore', 'fill an empty installation from a backup; no server may run on the data directory', {
    about: `The backup is read through before anything is changed; a damaged one is refused.
Companies that were deleted here since stay deleted.`,
    example: 'sextant restore /mnt/backup/sextant',
    refused: "the backup can't be restored",
    attention: 'tables came out otherwise than the backup says',
  })
    .argument('<dir>', 'the backup; or one file of snapshots/ in the data directory, for the accounts alone')
    .option('--replace', 'throw away what the installation holds now')
    .action((directory: string, { replace = false, json }: { replace?: boolean; json?: true }) =>
      run(async (signal) => {
        const { restore } = await import('./restore.ts')
        const result = await restore(configFrom(process.env), resolve(directory), {
          replace,
          signal,
          onProgress: (text, share) => progress.show(text, share),
          log: note,
        })
        progress.clear()
        if (json) printJson(result)
        else {
          say(
            `Restored ${plural(result.companies.length, 'company', 'companies')} and ${plural(result.files, 'raw file')} as of ${result.writtenAt}.`,
          )
          if (result.isSnapshot) say('What was imported after that has to be imported again.')
          for (const { id, name } of result.staysDeleted)
            note(`${name} (${id}) was deleted here since and stays deleted.`)
        }
        const different = result.companies.filter(({ differences }) => differences.length > 0)
        if (different.length === 0) return
        throw new NotAllWell(
          EXIT.ATTENTION,
          different.map(
            ({ name, differences }) =>
              `${name}: not as in the backup: ${differences.map(({ table }) => table).join(', ')}`,
          ),
        )
      }),
    )
