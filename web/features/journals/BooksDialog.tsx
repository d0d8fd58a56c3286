import { BookOpenText } from 'lucide-react'
import { useState } from 'react'
import { CURRENCY_CODES, type CurrencyCode } from '#contract/currencies.ts'
import { DatevSettings, type JournalSettings } from '#contract/journals.ts'
import { SettingsForm } from '#web/settings/SettingsForm.tsx'
import { errorText } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { monthText } from '#web/ui/dates.ts'
import { Modal } from '#web/ui/Modal.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useSchemaForm } from '#web/ui/use-schema-form.ts'
import styles from './JournalsPage.module.css'
import { useSaveBooks } from './use-save-books.ts'

interface BooksDialogProps {
  companyId: string
  settings: JournalSettings
  refusal: string | undefined
}

/** In which currency the books are kept, and what DATEV has to know of them. */
export function BooksDialog(props: BooksDialogProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Modal
      title="Books"
      description="Xero and DATEV only accept journals in the currency of the books. Your tax consultant knows the DATEV numbers."
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" kind="ghost" icon={BookOpenText}>
          Books
        </Button>
      }
    >
      <BooksForm {...props} onClose={() => setOpen(false)} />
    </Modal>
  )
}

interface Typed {
  consultantNumber: string
  clientNumber: string
  fiscalYearStart: string
  accountLength: string
}

const FIRST_OF_YEAR = '01-01'
const MONTHS = Array.from({ length: 12 }, (_, month) => {
  const number = String(month + 1).padStart(2, '0')
  return { value: `${number}-01`, label: `1 ${monthText(`2000-${number}-01`)}` }
})
const LENGTHS = ['4', '5', '6', '7', '8'].map((value) => ({ value, label: `${value} digits` }))

function BooksForm({ companyId, settings, refusal, onClose }: BooksDialogProps & { onClose: () => void }) {
  const { datev } = settings
  const [bookCurrency, setCurrency] = useState<CurrencyCode | null>(settings.bookCurrency)
  const form = useSchemaForm<Typed, DatevSettings | null>({
    schema: DatevSettings.nullable(),
    initial: {
      consultantNumber: datev ? String(datev.consultantNumber) : '',
      clientNumber: datev ? String(datev.clientNumber) : '',
      fiscalYearStart: datev?.fiscalYearStart ?? FIRST_OF_YEAR,
      accountLength: String(datev?.accountLength ?? 4),
    },
    // Without numbers it is not for DATEV.
    meant: (typed) =>
      typed.consultantNumber.trim() === '' && typed.clientNumber.trim() === ''
        ? null
        : {
            ...typed,
            consultantNumber: Number(typed.consultantNumber),
            clientNumber: Number(typed.clientNumber),
            accountLength: Number(typed.accountLength),
          },
  })
  const save = useSaveBooks(companyId, settings)
  const [state, setState] = useState<{ isPending: boolean; problem: string | null }>({
    isPending: false,
    problem: null,
  })
  const submit = async () => {
    const answer = form.answer()
    if (answer === undefined) return
    setState({ isPending: true, problem: null })
    try {
      await save({ ...settings, bookCurrency, datev: answer })
      onClose()
    } catch (error) {
      setState({ isPending: false, problem: errorText(error) })
    }
  }
  return (
    <SettingsForm
      label="Books"
      formRef={form.form}
      isPending={state.isPending}
      disabledReason={refusal}
      problem={state.problem}
      onSubmit={() => void submit()}
    >
      <SelectField
        label="Currency of the books"
        choices={CURRENCY_CODES.map((code) => ({ value: code, label: code }))}
        value={bookCurrency}
        onChange={setCurrency}
        placeholder="That of the company's pages"
        searchLabel="Search currencies"
        isWide
      />
      <div className={styles.pair}>
        <TextField {...form.field('consultantNumber')} label="DATEV consultant number" isOptional isWide />
        <TextField {...form.field('clientNumber')} label="DATEV client number" isOptional isWide />
        <SelectField
          label="Fiscal year begins"
          choices={MONTHS}
          value={form.values.fiscalYearStart}
          onChange={(fiscalYearStart) => form.set({ fiscalYearStart })}
          isWide
        />
        <SelectField
          label="Length of account numbers"
          choices={LENGTHS}
          value={form.values.accountLength}
          onChange={(accountLength) => form.set({ accountLength })}
          isWide
        />
      </div>
    </SettingsForm>
  )
}
