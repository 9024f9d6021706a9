import { IsBoolean, IsOptional, IsString, Matches, MinLength } from 'class-validator';

/** An .onnx file inside an installed npm package, rewritten so that it runs quicker. */
export class RewriteSection {
  @IsString() @MinLength(1) package: string;
  /** Path of the .onnx inside the package. */
  @IsString() @MinLength(1) file: string;
  /** The digest of `file`, hex. */
  @Matches(/^[0-9a-f]{64}$/, { message: 'sha256 must be the 64 hex digits of the SHA-256 of the file' }) sha256: string;
  /**
   * For a model that reads text: path of its alphabet inside the package, a character a line. Only the characters in `labels` are
   * kept, or all if there are none.
   */
  @IsString() @MinLength(1) @IsOptional() alphabet?: string;
  /**
   * A file in the model's own folder: an .onnx file with constants only, which hold the changes of a training. They are added to
   * the constants of the same name. For a model that reads text, `labels` may then have characters that the alphabet lacks; their
   * classes begin with zeros.
   */
  @IsString() @MinLength(1) @IsOptional() weights?: string;
  /** Whether the model keeps the original beside the version with `weights`, and answers with both: the original first. */
  @IsBoolean() @IsOptional() beside?: boolean;
  /**
   * A file in the model's own folder: an .onnx file with constants only, which quantize 1 × 1 convolutions to 8-bit integers. CPUs
   * with 8-bit dot products are faster with them.
   */
  @IsString() @MinLength(1) @IsOptional() quantization?: string;
}
