import { Readable } from 'node:stream'
import { Command } from 'commander'
import { EXIT } from './failures.ts'
import { importEnd, problemsOf } from './import-file.ts'
import { command, withClient } from './run.ts'
import { note, plural, printJson, progress, say } from './terminal.ts'

export function demoCommand(): Command {
  const demo = new Command('demo').description('the demo company')
  demo.addCommand(
    command('reset', 'throw the demo company away and make it anew, relative to today').action(
      ({ json }: { json?: true }) => withClient((client, signal) => reset(client, signal, json ?? false)),
    ),
  )
  return demo
}

type Work = Parameters<Parameters<typeof withClient>[0]>

async function reset(client: Work[0], signal: Work[1], json: boolean): Promise<number> {
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
  let failed = 0
  for (const [index, { importId, fileName }] of queued.entries()) {
    progress.show(`Importing ${fileName}`, index / queued.length)
    const record = await importEnd(client, signal, id, importId)
    if (!problemsOf(record)) continue
    failed++
    note(`${fileName}: ${record.problem?.text ?? record.status}`)
  }
  progress.clear()
  if (json) printJson({ id, name, files: queued.length, failed })
  else say(`${name} (${id}): ${plural(queued.length - failed, 'file')} imported.`)
  return failed > 0 ? EXIT.NO : EXIT.OK
}
