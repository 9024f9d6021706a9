import Ajv2020, { type ErrorObject } from 'ajv/dist/2020';

interface OpenApi {
  paths: Record<string, object>;
}

const ERROR = ['components', 'responses', 'Error'];

/** What the OpenAPI document of a running service promises, held against its answers. */
export class PromisedAnswers {
  private readonly ajv = new Ajv2020({ strict: false, formats: { 'date-time': true, binary: true, uri: true } });
  private readonly paths: string[];

  constructor(document: OpenApi) {
    this.ajv.addSchema({ ...document, $id: 'document' });
    this.paths = Object.keys(document.paths);
  }

  static async of(url: string): Promise<PromisedAnswers> {
    return new PromisedAnswers((await (await fetch(`${url}/openapi.json`)).json()) as OpenApi);
  }

  /** What of the answer is not as promised. @throws Error for an answer of which nothing is promised. */
  breaches(method: string, path: string, { status, body }: { status: number; body: unknown }): ErrorObject[] {
    const [asked] = path.split('?') as [string];
    const named = this.paths
      .filter((each) => new RegExp(`^${each.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(asked))
      .sort((a, b) => a.split('{').length - b.split('{').length);
    // Errors are promised by reference.
    const promise = status < 400 ? ['paths', named[0] ?? asked, method.toLowerCase(), 'responses', String(status)] : ERROR;
    const steps = [...promise, 'content', 'application/json'];
    const pointer = [...steps, 'schema'].map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1')).map(encodeURIComponent);
    const check = this.ajv.compile({ $ref: `document#/${pointer.join('/')}` });
    return check(body) ? [] : check.errors!;
  }
}
