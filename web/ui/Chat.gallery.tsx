import { useState } from 'react'
import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { ChatLog, ChatMessage, ChatNumber } from './ChatMessage.tsx'
import { PromptGrid, type Prompt } from './PromptGrid.tsx'
import { ReportCard } from './ReportCard.tsx'
import { ShareRow } from './ShareRow.tsx'

const PROMPTS: Prompt[] = [
  { id: 'loss', text: 'Why was August negative?', isHighlighted: true },
  { id: 'fees', text: 'Which fees grew the most this year?' },
  { id: 'stock', text: 'What runs out before Christmas?' },
  { id: 'ads', text: 'Where does advertising cost more than it brings?' },
]

/** As wide as the panel of the assistant. */
const Panel = ({ children }: { children: React.ReactNode }) => <div style={{ width: 384 }}>{children}</div>

function Answer({ onExplain }: { onExplain: (label: string) => void }) {
  const number = (text: string, label: string, isLoss = false) => (
    <ChatNumber text={text} label={label} isLoss={isLoss} onExplain={() => onExplain(label)} />
  )
  return (
    <p>
      August closed at a loss: {number('−€13,062', 'Net profit, August 2026', true)}. Operating expenses were{' '}
      {number('€55,940', 'Operating expenses, August 2026')}, about €40,700 above a usual month. Before them,
      August made {number('€42,878', 'Gross profit, August 2026')}.
    </p>
  )
}

function Conversation() {
  const [explained, setExplained] = useState('')
  return (
    <Panel>
      <ChatLog label="Conversation">
        <ChatMessage author={null}>
          <Answer onExplain={setExplained} />
        </ChatMessage>
        <ChatMessage author="Your Name">
          <p>Why was August negative?</p>
        </ChatMessage>
      </ChatLog>
      <output>{explained}</output>
    </Panel>
  )
}

function Failed() {
  const [isWriting, setWriting] = useState(false)
  return (
    <Panel>
      <ChatMessage
        author={null}
        isWriting={isWriting}
        {...(!isWriting && {
          failure: { text: 'The answer could not be written.', onRetry: () => setWriting(true) },
        })}
      >
        <p>August closed at a loss.</p>
      </ChatMessage>
    </Panel>
  )
}

function Prompts({ isColumn = false, isDisabled = false }) {
  const [asked, setAsked] = useState('')
  return (
    <Panel>
      <PromptGrid
        title={isColumn ? 'Begin with one of these' : 'Examples'}
        prompts={PROMPTS}
        isColumn={isColumn}
        isDisabled={isDisabled}
        onChoose={({ text }) => setAsked(text)}
      />
      <output>{asked}</output>
    </Panel>
  )
}

function Sharing({ failure, isPending = false }: { failure?: string; isPending?: boolean }) {
  const [sent, setSent] = useState('')
  return (
    <Panel>
      <ShareRow
        isPending={isPending}
        failure={failure}
        onShare={(addresses) => setSent(`Sent to ${addresses.join(' and ')}`)}
      />
      <output>{sent}</output>
    </Panel>
  )
}

const nothing = () => undefined

export const gallery: GalleryPage = {
  group: 'Feedback',
  title: 'Chat',
  states: [
    { name: 'Conversation, its numbers explained', render: () => <Conversation /> },
    {
      name: 'Being written, from the first word on',
      render: () => (
        <Panel>
          <ChatMessage author={null} isWriting />
          <ChatMessage author={null} isWriting>
            <p>August closed at a loss: −€13,062. Operating expenses were</p>
          </ChatMessage>
        </Panel>
      ),
    },
    { name: 'Failed', render: () => <Failed /> },
    {
      name: 'Long',
      render: () => (
        <Panel>
          <ChatMessage author="Your Name">
            {Array.from({ length: 4 }, (_, at) => (
              <p key={at}>
                Please go through the year month by month, say which of them made less than the one before,
                and name what it was that cost more or brought less.
              </p>
            ))}
          </ChatMessage>
        </Panel>
      ),
    },
    { name: 'Prompts', render: () => <Prompts /> },
    { name: 'Prompts in a column', render: () => <Prompts isColumn /> },
    { name: 'Prompts while an answer is awaited', render: () => <Prompts isDisabled /> },
    {
      name: 'Report',
      render: () => (
        <Panel>
          <ReportCard title="August 2026, profit review" onShare={nothing}>
            {Array.from({ length: 3 }, (_, at) => (
              <p key={at}>
                Sales fell 23.3% after the July deal days, and fees fell with them. Gross margin moved from
                15.2% to 16.3%. One expense category explains the loss: photography and trade marks, booked in
                full on 14 August and not spread over the year.
              </p>
            ))}
          </ReportCard>
        </Panel>
      ),
    },
    {
      name: 'Short report',
      render: () => (
        <Panel>
          <ReportCard title="October 2026" onShare={nothing}>
            <p>Nothing unusual.</p>
          </ReportCard>
        </Panel>
      ),
    },
    { name: 'Share', render: () => <Sharing /> },
    { name: 'Share, being sent', render: () => <Sharing isPending /> },
    { name: 'Share, failed', render: () => <Sharing failure="No mail server is set up." /> },
  ],
}
