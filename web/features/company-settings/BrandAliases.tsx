import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { z } from 'zod'
import { BrandAlias } from '#contract/company-settings.ts'
import { InlineForm } from '#web/settings/InlineForm.tsx'
import { useCompany } from '#web/shell/use-company.ts'
import { SAVING } from '#web/table/SaveBar.tsx'
import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { errorText, queryClient, trpc } from '#web/trpc.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useSchemaForm } from '#web/ui/use-schema-form.ts'
import styles from './BrandAliases.module.css'

interface BrandAliasesProps {
  aliases: readonly string[]
  refusal: string | undefined
}

/** The names, each added and taken out by itself. */
export function BrandAliases({ aliases, refusal }: BrandAliasesProps) {
  const { company } = useCompany()
  const save = useMutation(
    trpc.sqp.setBrandAliases.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.companySettings.pathFilter()),
    }),
  )
  const set = (brandAliases: string[]) => save.mutateAsync({ companyId: company.id, brandAliases })
  const form = useSchemaForm<{ alias: string }, { alias: string }>({
    schema: z.object({
      alias: BrandAlias.refine((alias) => !aliases.includes(alias), 'This name is already in the list.'),
    }),
    initial: { alias: '' },
  })
  const columns: readonly SimpleColumn<string>[] = [
    { id: 'alias', title: 'Name', kind: 'text', isName: true, cell: (alias) => alias },
    {
      id: 'remove',
      title: 'Remove',
      kind: 'number',
      isTitleHidden: true,
      cell: (alias) => (
        <IconButton
          icon={Trash2}
          label={`Remove ${alias}`}
          // Each sends the whole list: one that was computed from the list before would bring back what that one takes out.
          disabledReason={refusal ?? (save.isPending ? SAVING : undefined)}
          onPress={() => void set(aliases.filter((one) => one !== alias)).catch(() => {})}
        />
      ),
    },
  ]
  return (
    <div className={styles.aliases}>
      {aliases.length === 0 ? (
        <p className={styles.none}>So far only your brand names count.</p>
      ) : (
        <SimpleTable label="Brand names" columns={columns} rows={aliases} rowId={(alias) => alias} />
      )}
      <InlineForm
        label="Add a name"
        formRef={form.form}
        onSubmit={() => {
          const answer = refusal === undefined ? form.answer() : undefined
          if (answer)
            void set([...aliases, answer.alias]).then(
              () => form.settle(form.values),
              () => {},
            )
        }}
        submit={
          <Button type="submit" size="lg" isPending={save.isPending} disabledReason={refusal}>
            Add name
          </Button>
        }
      >
        <div className={styles.name}>
          <TextField
            {...form.field('alias')}
            label="Name"
            helper="Upper and lower case make no difference."
            autoComplete="off"
            isDisabled={refusal !== undefined}
            isWide
          />
        </div>
      </InlineForm>
      {save.isError && <Alert appearance="negative">{errorText(save.error)}</Alert>}
    </div>
  )
}
