import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { EXAMPLES } from '../../harness/percept';

const PICTURE = join(EXAMPLES, 'crossing.jpg');

/** Prints what each call answers. */
const BOTO3 = `
import boto3, json, sys
from botocore.exceptions import ClientError
picture = open(sys.argv[1], 'rb').read()
known = tuple(int(n) for n in boto3.__version__.split('.')[:2]) >= (1, 28)
url = {} if known else dict(endpoint_url=sys.argv[2])
text = dict(Text='Ada Lovelace lived in London.', LanguageCode='en')
c, r, t = (boto3.client(name, **url) for name in ('comprehend', 'rekognition', 'textract'))
try:
    r.recognize_celebrities(Image={'Bytes': picture})
except ClientError as e:
    refused = e.response['Error']['Code']
try:
    r.detect_labels(Image={'Bytes': b'no picture'})
except r.exceptions.InvalidImageFormatException as e:
    image = type(e).__name__
print(json.dumps([
    c.detect_entities(**text)['Entities'][0]['Type'],
    c.detect_dominant_language(Text=text['Text'])['Languages'][0]['LanguageCode'],
    len(r.detect_labels(Image={'Bytes': picture}, MaxLabels=2)['Labels']),
    'STOP' in [b.get('Text') for b in t.detect_document_text(Document={'Bytes': picture})['Blocks']],
    refused, image,
]))`;

interface AwsService {
  url: string;
  /** Of keys, as `POST /v1/keys` answers it. */
  pair: { aws_access_key_id: string; aws_secret_access_key: string };
}

/** Tests with the clients of other languages, skipped with a reason where they are not installed. */
export function otherClients(service: () => AwsService): void {
  describe('other clients, by AWS_ENDPOINT_URL where they read it', () => {
    const env = () => ({
      ...process.env,
      AWS_ENDPOINT_URL: service().url,
      AWS_ACCESS_KEY_ID: service().pair.aws_access_key_id,
      AWS_SECRET_ACCESS_KEY: service().pair.aws_secret_access_key,
      AWS_DEFAULT_REGION: 'eu-central-1',
      AWS_EC2_METADATA_DISABLED: 'true',
    });
    const ran = (program: string, ...args: string[]) => {
      const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
      if (status !== 0)
        console.warn(`skipped: ${program} ${args.join(' ')}: ${stderr?.trim().split('\n').at(-1) || 'not installed'}`);
      return status === 0;
    };
    const withCli = ran('aws', '--version') ? test : test.skip;
    const withBoto = ran('python3', '-c', 'import boto3') ? test : test.skip;

    withCli('the AWS CLI', () => {
      const aws = (...args: string[]) =>
        JSON.parse(execFileSync('aws', [...args, ...target(), '--output', 'json'], { env: env(), encoding: 'utf8' }));
      // Version 2.9 of Debian does not read AWS_ENDPOINT_URL yet.
      const version = execFileSync('aws', ['--version'], { encoding: 'utf8' });
      const target = () =>
        /aws-cli\/(1\.(29|[3-9]\d)|2\.(1[3-9]|[2-9]\d))\./.test(version) ? [] : ['--endpoint-url', service().url];
      expect(aws('comprehend', 'detect-sentiment', '--language-code', 'en', '--text', 'I love it, wonderful!').Sentiment).toBe(
        'POSITIVE',
      );
      const { Labels } = aws('rekognition', 'detect-labels', '--image-bytes', `fileb://${PICTURE}`);
      expect(Labels.length).toBeGreaterThan(0);
    });

    withBoto('boto3', () => {
      const printed = execFileSync('python3', ['-c', BOTO3, PICTURE, service().url], { env: env(), encoding: 'utf8' });
      expect(JSON.parse(printed)).toEqual(['PERSON', 'en', 2, true, 'UnknownOperationException', 'InvalidImageFormatException']);
    });
  });
}
