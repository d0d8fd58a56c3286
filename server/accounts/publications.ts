import { and, asc, eq, gt, inArray, lte } from 'drizzle-orm'
import type { Company } from './companies.ts'
import type { Accounts } from './open.ts'
import { imports, publications, type PUBLICATION_KINDS } from './schema.ts'

export interface Published {
  version: number
  kind: (typeof PUBLICATION_KINDS)[number]
  publishedAt: Date
  /** Of an import, or of one that was undone. */
  fileName: string | null
}

/** What made some of a company's versions after one, the oldest first. */
export const publicationsSince = (
  { db }: Accounts,
  company: Company,
  since: number,
  versions: readonly number[],
): Promise<Published[]> =>
  db
    .select({
      version: publications.version,
      kind: publications.kind,
      publishedAt: publications.publishedAt,
      fileName: imports.fileName,
    })
    .from(publications)
    .leftJoin(imports, eq(imports.id, publications.importId))
    .where(
      and(
        eq(publications.companyId, company.id),
        gt(publications.version, since),
        lte(publications.version, company.publishedVersion),
        inArray(publications.version, [...versions]),
      ),
    )
    .orderBy(asc(publications.version))
