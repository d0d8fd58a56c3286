import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { vatRateId, type VatRate } from '#contract/company-settings.ts'
import { marketplaceOf } from '#contract/marketplaces.ts'
import { useCompany } from '#web/shell/use-company.ts'
import { ExportMenu } from '#web/table/ExportMenu.tsx'
import { sheetFrom } from '#web/table/sheet.ts'
import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { errorText } from '#web/trpc.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Disclosure } from '#web/ui/Disclosure.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { AddVatRate } from './AddVatRate.tsx'
import type { GeneralSectionProps } from './GeneralSections.tsx'
import { MarketplaceName } from './MarketplaceName.tsx'
import { numberEffects } from './number-effects.ts'
import { NumbersConfirm } from './NumbersConfirm.tsx'
import { useSaveSettings } from './use-save-settings.ts'
import { percentText, sinceText, untilText } from './vat-rate-text.ts'
import styles from './VatRates.module.css'

/** Rates of the company's own, each added and taken back by itself, and the standard ones for comparison. */
export function VatRates({ settings, refusal }: GeneralSectionProps) {
  const { company } = useCompany()
  const [wanted, setWanted] = useState<VatRate[] | null>(null)
  const save = useSaveSettings('The numbers are being recalculated.')
  const { vatRates, standardVatRates } = settings
  const columns: readonly SimpleColumn<VatRate>[] = [
    ...COLUMNS,
    {
      id: 'remove',
      title: 'Remove',
      kind: 'number',
      isTitleHidden: true,
      cell: (rate) => (
        <IconButton
          icon={Trash2}
          label={`Remove the rate of ${marketplaceOf(rate.marketplace)?.label ?? rate.marketplace}, ${sinceText(rate)}`}
          disabledReason={refusal}
          onPress={() => setWanted(vatRates.filter((one) => one !== rate))}
        />
      ),
    },
  ]
  return (
    <div className={styles.rates}>
      <div className={styles.tools}>
        <ExportMenu
          content={() => ({ sheet: ratesSheet(vatRates, standardVatRates) })}
          fileName="vat-rates"
        />
      </div>
      {vatRates.length === 0 ? (
        <p className={styles.none}>Only the standard rates apply.</p>
      ) : (
        <SimpleTable label="Rates of your own" columns={columns} rows={vatRates} rowId={vatRateId} />
      )}
      {save.isError && <Alert appearance="negative">{errorText(save.error)}</Alert>}
      <AddVatRate
        // Begins anew when what it asked for is done.
        key={JSON.stringify(vatRates)}
        held={vatRates}
        refusal={refusal}
        isPending={save.isPending}
        onAdd={(rate) => setWanted([...vatRates.filter((one) => vatRateId(one) !== vatRateId(rate)), rate])}
      />
      <Disclosure title="Standard rates">
        <SimpleTable
          label="Standard rates"
          columns={STANDARD_COLUMNS}
          rows={standardVatRates}
          rowId={vatRateId}
          isDense
        />
      </Disclosure>
      <NumbersConfirm
        effects={wanted && numberEffects(settings, { vatRates: wanted })}
        onClose={() => setWanted(null)}
        onConfirm={() =>
          save
            .mutateAsync({ companyId: company.id, vatRates: wanted!, seen: { vatRates: [...vatRates] } })
            .catch(() => {})
        }
      />
    </div>
  )
}

/** Its own first: they stand before the standard ones. */
function ratesSheet(own: readonly VatRate[], standard: readonly (VatRate & { validTo: string | null })[]) {
  const rows = [
    ...own.map((rate) => ({ ...rate, validTo: null, origin: 'own' })),
    ...standard.map((rate) => ({ ...rate, origin: 'standard' })),
  ]
  return sheetFrom(rows, [
    ['Marketplace', 'text', ({ marketplace }) => marketplaceOf(marketplace)?.label ?? marketplace],
    ['Code', 'text', ({ marketplace }) => marketplace],
    ['From', 'day', ({ validFrom }) => validFrom],
    ['To', 'day', ({ validTo }) => validTo],
    ['Rate', 'share', ({ rate }) => rate],
    ['Origin', 'text', ({ origin }) => origin],
  ])
}

const COLUMNS: readonly SimpleColumn<VatRate>[] = [
  {
    id: 'marketplace',
    title: 'Marketplace',
    kind: 'text',
    isName: true,
    cell: ({ marketplace }) => <MarketplaceName code={marketplace} />,
  },
  { id: 'since', title: 'Applies', kind: 'text', cell: sinceText },
  { id: 'rate', title: 'Rate', kind: 'number', cell: ({ rate }) => percentText(rate) },
]

const STANDARD_COLUMNS: readonly SimpleColumn<VatRate & { validTo: string | null }>[] = [
  COLUMNS[0]!,
  { id: 'since', title: 'Applies', kind: 'text', cell: untilText },
  COLUMNS[2]!,
]
