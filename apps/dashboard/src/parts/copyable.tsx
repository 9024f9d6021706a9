import { Box, Button, Code, CopyButton } from '@mantine/core';

/** Text to copy: a curl command, a key, JSON. */
export function Copyable({ text, label = 'Copy', maxHeight }: { text: string; label?: string; maxHeight?: number }) {
  return (
    <Box>
      <Code block mah={maxHeight} style={{ overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} tabIndex={0}>
        {text}
      </Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button mt="xs" size="xs" variant="default" onClick={copy}>
            {copied ? 'Copied' : label}
          </Button>
        )}
      </CopyButton>
    </Box>
  );
}
