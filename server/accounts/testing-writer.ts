/** For tests: writes until it is killed, and says on standard output what was acknowledged, one company name per line. */
import { createCompany, openAccounts, queueImport, startImport, withCompanyLock } from './index.ts'

const [dataDir, databaseUrl] = process.argv.slice(2)
const accounts = await openAccounts({ dataDir: dataDir!, databaseUrl })
for (;;) {
  const company = await createCompany(accounts, { name: crypto.randomUUID() })
  await withCompanyLock(accounts, company.id, async () => {
    const { id } = await queueImport(accounts, company, { fileName: 'f', fileSha256: 'f', fileBytes: 1 })
    await startImport(accounts, company, id)
  })
  process.stdout.write(`${company.name}\n`)
}
