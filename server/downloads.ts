import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { CompanyId, text } from '#contract/fields.ts'
import { userById, withoutPlatform, type Company } from '#server/accounts/index.ts'
import { accessTo, type Caller } from './access.ts'
import type { TicketHolder } from './download-tickets.ts'
import type { Context } from './trpc.ts'

const DownloadQuery = z.object({ companyId: CompanyId, ticket: text(1_000).optional() })

/** Finds the company that a file is of, for whoever has a ticket for the file or says who asks; throws `AppError` for others. */
export function companyOfDownloads(
  { services, tickets, maintenance }: Pick<Context, 'services' | 'tickets' | 'maintenance'>,
  callerOf: (request: IncomingMessage) => Promise<Caller>,
) {
  async function callerWithTicket({ userId, isPlatformAdmin }: TicketHolder): Promise<Caller> {
    if (userId === undefined) return { kind: 'operator' }
    const user = await userById(services.accounts, userId)
    return user ? { kind: 'user', user: isPlatformAdmin ? user : withoutPlatform(user) } : { kind: 'guest' }
  }
  return async (request: FastifyRequest, file: string): Promise<Company> => {
    const { companyId, ticket } = DownloadQuery.parse(request.query)
    const holder = ticket && tickets.holder(ticket, { companyId, file }, services.now())
    const caller = holder ? await callerWithTicket(holder) : await callerOf(request.raw)
    await maintenance.mustBeOver(caller)
    const { company } = await accessTo(services.accounts, caller, companyId, 'readNumbers')
    return company
  }
}

/** Says of an answer that it is a file to be kept, by its name. */
export function attachment(reply: FastifyReply, fileName: string, type: string): void {
  const ascii = fileName.replace(/[^\w. -]/g, '_')
  void reply
    .header('content-type', type)
    .header(
      'content-disposition',
      `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(fileName)}`,
    )
}
