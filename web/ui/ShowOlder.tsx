import { Button } from './Button.tsx'

interface ShowOlderProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
}

/** Under a history of which more can be read; nothing under one that is whole. */
export const ShowOlder = ({ query: { hasNextPage, isFetchingNextPage, fetchNextPage } }: ShowOlderProps) =>
  hasNextPage && (
    <Button size="sm" kind="ghost" isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
      Show older ones
    </Button>
  )
