import { Readable } from 'node:stream'
import { Command } from 'commander'
import { EXIT, NotAllWell } from './failures.ts'
import { importEnd, problemOf } from './import-file.ts'
import { command, withClient } from './run.ts'
import { plural, printJson, progress, say } from './terminal.ts'

export function demoCommand(): Command {
  const demo = new Command('demo').description('the demo company')
  demo.addCommand(
    command('reset', 'delete the demo company and create it again, relative to today', {
      example: 'sextant demo reset',
      refused: 'a file of the demo was not taken',
    }).action(({ json }: { json?: true }) =>
      withClient((client, signal) => reset(client, signal, json ?? false)),
    ),
  )
  return demo
}

type Work = Parameters<Parameters<typeof withClient>[0]>

async function reset(client: Work[0], signal: Work[1], json: boolean): Promise<void> {
  const { demoCompany, demoFiles } = await import('#server/main.ts')
  for (const former of await client.query('companies.getUserCompanyOptions')) {
    if (former.isDemo) await client.mutate('companies.delete', { companyId: former.id })
  }
  const { id, name } = await client.mutate('operator.createDemoCompany', { ...demoCompany })

  // All are uploaded first: whatever happens then, the server has them and finishes.
  const queued: { importId: number; fileName: string }[] = []
  const today = new Date().toISOString().slice(0, 10)
  for await (const { fileName, account, marketplace, content } of demoFiles({ today })) {
    progress.show(`Making the files: ${fileName}`)
    const open = () => Readable.from(content(), { objectMode: false })
    queued.push({ importId: await client.upload(id, { fileName, account, marketplace, open }), fileName })
  }
  const failed: string[] = []
  for (const [index, { importId, fileName }] of queued.entries()) {
    progress.show(`Importing ${fileName}`, index / queued.length)
    const record = await importEnd(client, signal, id, importId)
    if (!problemOf(record)) continue
    failed.push(`${fileName}: ${record.problem?.text ?? record.status}`)
  }
  progress.clear()
  if (json) printJson({ id, name, files: queued.length, failed: failed.length })
  else say(`${name} (${id}): ${plural(queued.length - failed.length, 'file')} imported.`)
  if (failed.length > 0) throw new NotAllWell(EXIT.REFUSED, failed)
}
