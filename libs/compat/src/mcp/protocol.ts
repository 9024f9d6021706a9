// What the door uses of the protocol's SDK.
export {
  CallToolRequestSchema,
  ErrorCode,
  isInitializeRequest,
  ListToolsRequestSchema,
  McpError,
  type CallToolResult,
} from '@modelcontextprotocol/sdk/types.js';
export type { AuthInfo } from '@modelcontextprotocol/sdk/server/auth/types.js';
