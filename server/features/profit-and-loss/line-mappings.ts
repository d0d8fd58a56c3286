import { CompanyId } from '#contract/fields.ts'
import {
  nameId,
  placesOf,
  PreviewMappingInput,
  SetMappingInput,
  type Move,
  type Place,
  type Unmapped,
} from '#contract/line-mappings.ts'
import { actorOf } from '#server/access.ts'
import { audit } from '#server/audit.ts'
import {
  mappingHistory,
  mappingMoves,
  setMapping,
  unmappedNames,
} from '#server/ledger/entered/line-mappings.ts'
import { placeableLines } from '#server/ledger/derivation/mapping.ts'
import { companyProcedure, companyProcedureFor } from '#server/trpc.ts'
import { z } from 'zod'

/** Amounts that no rule of the product knows, and where the company places them. */
export const lineMappings = {
  getUnmapped: companyProcedure
    .input(z.object({ companyId: CompanyId }))
    .query(async ({ ctx }): Promise<Unmapped> => {
      const [found, history] = await Promise.all([
        unmappedNames(ctx.services, ctx.company),
        mappingHistory(ctx.services, ctx.company),
      ])
      return { ...found, choices: placeableLines(), history }
    }),

  /** What would move, by month, if the name had these places. Changes nothing. */
  previewMapping: companyProcedure
    .input(PreviewMappingInput)
    .query(
      ({
        ctx,
        input: { transactionType, amountType, amountDescription, places },
        signal,
      }): Promise<Move[]> => {
        const name = { transactionType, amountType, amountDescription }
        return mappingMoves(ctx.services, ctx.company, name, places, signal)
      },
    ),

  /** Ends when every number has the new place; former versions keep theirs. */
  setMapping: companyProcedureFor('changeSettings')
    .input(SetMappingInput)
    .mutation(async ({ ctx, input: { companyId, places, seen, ...name } }): Promise<Place[]> => {
      const actor = actorOf(ctx.caller)
      const company = await setMapping(ctx.services, companyId, { name, places, seen, actor })
      await audit(ctx, 'company.place', { name: nameId(name), before: seen, after: places })
      return placesOf(company.lineMappings, name)
    }),
}
