// What the door uses of the protocol's SDK.
export {
  createMcpHandler,
  isInitializeRequest,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  WebStandardStreamableHTTPServerTransport,
  type AuthInfo,
  type CallToolResult,
  type McpHttpHandler,
  type McpRequestContext,
  type Resource,
  type ResourceTemplateType,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server';
